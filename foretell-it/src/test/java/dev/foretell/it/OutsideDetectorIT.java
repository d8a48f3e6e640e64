// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.outside.NewPrice;
import dev.foretell.it.outside.OldPrice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A detector on the class path of the tool goes the whole way, from the trace to the reports. */
class OutsideDetectorIT {
    private static final Path CLASSES = Foretell.classes().resolveSibling("test-classes");

    private static ChildProcess.Ended check(Path folder, Class<?> program) {
        return Foretell.commandWith(
                        CLASSES,
                        List.of(
                                "check",
                                "--detect",
                                "reversed",
                                "-o",
                                folder.toString(),
                                "--",
                                Foretell.programJava(),
                                "-cp",
                                CLASSES.toString(),
                                program.getName()))
                .run();
    }

    @Test
    void isAnalysedConfirmedAndReported() throws IOException {
        Path folder = Foretell.folder("outside-detector");
        ChildProcess.Ended run = check(folder, OldPrice.class);
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
        assertThat(ReportJson.of(folder).findings()).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo("W1");
            assertThat(found.kind()).isEqualTo("reversed");
            assertThat(found.status()).isEqualTo("confirmed");
            assertThat(found.severity()).isEqualTo("error");
            assertThat(found.harmKind()).isEqualTo("exception");
        });
        String title = "writes of OldPrice.price in the other order, OldPrice.java:13 before OldPrice.java:13";
        assertThat(run.out()).contains("W1").contains(title);
        assertThat(Files.readString(folder.resolve("report.html"))).contains(title);
        assertThat(Files.readString(folder.resolve("clips/W1.clip")))
                .contains("\nkind reversed in-sequence\n", "\ntitle \"W" + title.substring(1));
        ChildProcess.Ended replay = Foretell.command(
                        "replay", folder.resolve("clips/W1.clip").toString())
                .run();
        assertThat(replay.exit()).as("without the detector: %s", replay).isZero();
    }

    @Test
    void findsNothingInTheTwin() {
        Path folder = Foretell.folder("outside-detector-twin");
        ChildProcess.Ended run = check(folder, NewPrice.class);
        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(ReportJson.of(folder).findings()).isEmpty();
    }
}
