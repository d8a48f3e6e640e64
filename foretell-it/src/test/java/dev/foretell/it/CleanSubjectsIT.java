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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Correct programs: nothing confirmed or predicted that is more than a note, exit code 0, and the check really ran. A
 * note is about steps that can be interleaved and are not declared to belong together; that is the case in correct
 * programs too, so they are counted and shown folded, and the number is printed here.
 */
@Execution(ExecutionMode.CONCURRENT)
class CleanSubjectsIT {
    static List<Subject> subjects() {
        return Subject.in("dev.foretell.it.success");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("subjects")
    void reportsNothing(Subject subject) {
        Path folder = Foretell.folder(subject.toString());
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString()));
        arguments.addAll(subject.options());
        arguments.add("--");
        arguments.addAll(subject.command());
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.findings().stream().filter(found -> !found.isNote()))
                .as("%s\n%s", run, report)
                .isEmpty();
        assertThat(run.exit()).as("%s\n%s", run, report).isZero();
        assertThat(report.root().path("run").path("threads").asInt())
                .as("threads seen\n%s", report)
                .isGreaterThanOrEqualTo(2);
        assertThat(report.findings().stream().filter(found -> !found.confirmed()))
                .as("candidates left open\n%s", report)
                .isEmpty();
        assertThat(report.root().path("canary").path("race").asString(""))
                .as("the self-check\n%s", report)
                .isEqualTo("confirmed");
        int notes = report.findings().size();
        if (notes > 0) {
            System.out.println(subject + ": clean, with " + notes + (notes == 1 ? " note" : " notes"));
        }
    }
}
