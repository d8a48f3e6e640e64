// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.trace.clip.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeterminismAuditTest {
    private static final Session.Recording RECORDING =
            new Session.Recording(0, false, false, 1, "recorded", List.of("jvm-1"));
    private static final Session SESSION = Session.of(
                    List.of("java", "A"), ".", InstrumentationScope.ALL, List.of("race"), "")
            .with(RECORDING);

    @TempDir
    Path folder;

    private List<String> notes(boolean followed, String fresh, String differed, int exit, String output)
            throws IOException {
        Path record = Files.createDirectories(folder.resolve("record"));
        Files.writeString(record.resolve("stdout"), "run 9\n");
        Files.writeString(folder.resolve("stdout"), "run 5\n");
        Replayer.Directed replay = new Replayer.Directed(
                new Outcome(
                        new Outcome.Course(false, followed, 1, followed ? "" : "Thread main ended before its end."),
                        new Outcome.Failures(List.of(), 0, List.of(), "", false, ""),
                        new Outcome.Deviations(fresh, differed, "")),
                new RunResult(exit, End.ITSELF, 0.5, output),
                folder);
        return DeterminismAudit.notes(
                Baseline.of(
                        RECORDING, List.of(), new Baseline.Replays(replay, List.of(), null), record.resolve("stdout")),
                replay,
                SESSION,
                record);
    }

    @Test
    void hasNothingToSayAboutAReplayLikeTheRecordedRun() throws IOException {
        assertThat(notes(true, "", "", 0, "recorded")).isEmpty();
        assertThat(notes(true, "A asked more often", "", 0, "recorded")).isEmpty();
    }

    @Test
    void namesTheCallThatAnsweredOtherwise() throws IOException {
        assertThat(notes(false, "Some time was moved", "A called B at C.java:1 and got another answer", 0, "recorded"))
                .containsExactly(
                        "The recorded schedule could not be replayed, so what did not come true is not refuted:"
                                + " Thread main ended before its end. Likely cause: A called B at C.java:1 and got"
                                + " another answer.");
    }

    @Test
    void saysWhatWasPrintedInstead() throws IOException {
        assertThat(notes(true, "", "", 0, "other"))
                .containsExactly(
                        "The program prints something else each time it runs, so what varies in its output was not"
                                + " compared (replayed, 'run 5' instead of 'run 9'). No input of the program"
                                + " is known to have changed.");
    }

    @Test
    void saysHowItEndedInstead() throws IOException {
        assertThat(notes(true, "Some time was moved", "", 3, "recorded"))
                .containsExactly("The program ends with another exit code each time it runs (replayed, 3 instead of 0),"
                        + " so its exit code was not compared. Possible cause: Some time was moved.");
    }
}
