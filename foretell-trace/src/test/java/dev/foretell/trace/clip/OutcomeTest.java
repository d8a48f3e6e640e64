// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomeTest {
    @TempDir
    Path folder;

    @Test
    void readsBackWhatWasWritten() throws IOException {
        Path file = folder.resolve("outcome");
        Files.writeString(
                file,
                Outcome.line(Outcome.STEP, "1")
                        + Outcome.line(Outcome.STEP, "2")
                        + Outcome.line(Outcome.FOLLOWED, "")
                        + Outcome.line(Outcome.CREATED, "race")
                        + Outcome.line("colour", "from a later version")
                        + Outcome.line(Outcome.UNCAUGHT, "left: java.lang.Error: a\nb\\n at A.java:1")
                        + Outcome.line(Outcome.DEADLOCK, "x\ny"));
        Outcome outcome = Outcome.read(file);
        assertThat(outcome.created()).isTrue();
        assertThat(outcome.followed()).isTrue();
        assertThat(outcome.steps()).isEqualTo(2);
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.uncaught()).containsExactly("left: java.lang.Error: a\nb\\n at A.java:1");
        assertThat(outcome.deadlock()).isEqualTo("x\ny");
    }

    @Test
    void whatLeftAThreadAndWasNotPrintedByTheJvmWasHandled() throws IOException {
        Path file = folder.resolve("outcome");
        String stopped = "worker: java.util.concurrent.CancellationException at A.java:1";
        String broken = "worker: java.lang.Error at A.java:2";
        Files.writeString(
                file,
                Outcome.line(Outcome.LEFT, stopped)
                        + Outcome.line(Outcome.LEFT, broken)
                        + Outcome.line(Outcome.UNCAUGHT, broken)
                        + Outcome.line(Outcome.LEFT, stopped));
        assertThat(Outcome.read(file).handled()).containsExactly(stopped, stopped);
        assertThat(Outcome.read(file).uncaught()).containsExactly(broken);
    }

    @Test
    void keepsTheFirstProblem() throws IOException {
        Path file = folder.resolve("outcome");
        Files.writeString(file, Outcome.line(Outcome.PROBLEM, "first") + Outcome.line(Outcome.PROBLEM, "second"));
        assertThat(Outcome.read(file).problem()).isEqualTo("first");
    }

    @Test
    void reportsAMissingFile() throws IOException {
        assertThat(Outcome.read(folder.resolve("none")).problem()).contains("before Foretell's agent could start");
    }
}
