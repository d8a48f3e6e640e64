// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.process.WrittenFiles;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.ClipFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What re-executions write into files, with a program that is a script. */
class ConfirmFilesTest {
    /** Each run writes another line into the file, so that it surely changes however coarse the clock of files is. */
    private static final String CREATED = """
            if grep -q '^kind schedule' "$clip"; then noted=followed; else noted=created; fi
            echo $noted >> "$dir/outcome"
            result() { echo total $1 > result; echo run $$ >> result; }
            """;

    @TempDir
    private Path temporary;

    private Path work;
    private OutputFolder folder;

    @BeforeEach
    void folders() throws Exception {
        work = Files.createDirectories(temporary.resolve("work"));
        folder = OutputFolder.create(temporary.resolve("out"));
        Files.writeString(work.resolve("result"), "total 2\nrun 0\n");
        Files.writeString(folder.record().resolve("stdout"), "");
    }

    private Session confirm(String body) throws Exception {
        FileCopies.keep(
                work,
                new WrittenFiles(List.of(new WrittenFiles.Written("result", -1)), List.of("a limit")),
                folder.record());
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.SCHEDULE, List.of()), folder.recordedClip());
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        Path java = FakeJava.script(temporary, CREATED + body);
        Session session = Session.of(
                        List.of(java.toString(), "Desk"),
                        work.toString(),
                        InstrumentationScope.ALL,
                        List.of("race"),
                        "")
                .with(new Session.Recording(0, false, false, 0.1, "", List.of("jvm-1")))
                .with(new Session.Analysis(
                        0,
                        "",
                        SampleReport.report().run(),
                        1,
                        List.of(),
                        List.of(ConfirmPhaseTest.predicted(SampleReport.race()))));
        PhaseContext context = new PhaseContext(
                new ProgramRunner(), new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
        Replayer replayer =
                new Replayer(context, session, ProgramInput.NONE, Duration.ofMinutes(1)).comparing(folder.record());
        return new ConfirmPhase(context, folder, replayer, 2, false).run(session);
    }

    private static Harm harm(Session confirmed) {
        assertThat(confirmed.findings().get(0).status()).isEqualTo(Status.CONFIRMED);
        return confirmed.findings().get(0).harm();
    }

    @Test
    void anotherResultInAFileIsHarm() throws Exception {
        Session confirmed = confirm("case $dir in *R1-c) result 1;; *) result 2;; esac\n");
        assertThat(harm(confirmed))
                .isEqualTo(new Harm(Harm.Kind.FILE, "'total 1' instead of 'total 2' in the file result"));
        FileControl files = confirmed.confirmation().baseline().control().files();
        assertThat(files.written()).isEqualTo(1);
        assertThat(files.fed()).containsOnlyKeys("result");
        assertThat(confirmed.confirmation().truncated()).contains("a limit");
    }

    /** What an earlier run left behind changes all later ones, also the replay of the recorded schedule. */
    @Test
    void resultThatDependsOnEarlierRunsIsNoHarm() throws Exception {
        Session confirmed = confirm(
                "if [ -f left ]; then result 1; else result 2; fi\n" + "case $dir in *R1-a) touch left;; esac\n");
        assertThat(harm(confirmed)).isEqualTo(Harm.NONE);
    }

    @Test
    void fileThatTheReplayDoesNotWriteIsNotCompared() throws Exception {
        Session confirmed = confirm("case $dir in *R1-*) result 1;; esac\n");
        assertThat(harm(confirmed)).isEqualTo(Harm.NONE);
        assertThat(confirmed.confirmation().baseline().control().files().fed()).isEmpty();
    }
}
