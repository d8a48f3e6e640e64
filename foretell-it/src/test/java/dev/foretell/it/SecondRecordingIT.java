// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A recording that does not replay is no reason to give up: mostly another one does. */
class SecondRecordingIT {
    @Test
    void recordsAgainWhatCouldNotBeReplayed() throws IOException {
        Path folder = Foretell.folder("second-recording");
        Path file = folder.resolveSibling("first-start-done");
        Files.deleteIfExists(file);
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        arguments.addAll(Foretell.program("dev.foretell.it.hard.FirstStart", List.of(), List.of(file.toString())));
        ChildProcess.Ended run = Foretell.command(arguments).run();

        ReportJson report = ReportJson.of(folder);
        assertThat(run.exit()).as("%s\n%s", run, report).isEqualTo(1);
        assertThat(report.confirmed())
                .as("%s", report)
                .anyMatch(
                        found -> found.kind().equals("race") && found.variable().endsWith("FirstStart.served"))
                .noneMatch(found -> found.variable().endsWith("FirstStart.built"));
        assertThat(run.out()).as("only the first run is the user's").startsWith("4\n");
        assertThat(run.out().lines().filter("4"::equals)).as("%s", run).hasSize(1);
        assertThat(report.root().toString()).contains("recorded once more");
        assertThat(folder.resolve("again")).doesNotExist();
        ChildProcess.Ended replay = Foretell.command(
                        "replay",
                        folder.resolve(report.confirmed().get(0).clip()).toString())
                .run();
        assertThat(replay.exit()).as("%s", replay).isZero();
    }
}
