// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The watcher raises no false alarm: correct programs are watched with noise at every access, and nothing is reported.
 * By default each with one kind of delay, in turn; {@code -Dforetell.watch.all=true} tries each with all of them.
 */
@Execution(ExecutionMode.CONCURRENT)
class WatchedCleanSubjectsIT {
    private static final List<String> DELAYS = List.of("hold", "sleep", "yield", "busy");

    static Stream<Arguments> watched() {
        List<Subject> subjects = Subject.in("dev.foretell.it.success");
        List<Arguments> all = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            for (String delay : DELAYS) {
                if (Boolean.getBoolean("foretell.watch.all") || DELAYS.indexOf(delay) == i % DELAYS.size()) {
                    all.add(Arguments.of(subjects.get(i), delay));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("watched")
    void reportsNothing(Subject subject, String delay) {
        Path folder = Foretell.folder("watched-" + delay + "-" + subject);
        List<String> arguments = new ArrayList<>(
                List.of("watch", "-o", folder.toString(), "--noise", "random:1000:1ms", "--by", delay, "--"));
        arguments.addAll(subject.command());
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.findings()).as("%s\n%s", run, report).isEmpty();
        assertThat(run.exit()).as("%s", run).isZero();
        // a thread that shares nothing but what the library protects is not seen
        assertThat(report.root().path("run").path("threads").asInt())
                .as("threads seen\n%s", report)
                .isPositive();
    }
}
