// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Re-executions of a program whose recorded run failed, with a program that is a script. */
class ConfirmFailedRunTest {
    private static final String NOTED = """
            if grep -q '^kind schedule' "$clip"; then noted=followed; else noted=created; fi
            echo $noted >> "$dir/outcome"
            """;

    @TempDir
    private Path temporary;

    private OutputFolder folder;

    /** The recorded run ended with exit code 3; a race was predicted. */
    private List<Finding> confirm(String body) throws Exception {
        folder = OutputFolder.create(temporary.resolve("out"));
        Files.writeString(folder.record().resolve("stdout"), "");
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.SCHEDULE, List.of()), folder.recordedClip());
        ClipFormat.write(ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1)), folder.file("clips/R1.clip"));
        Path java = FakeJava.script(temporary, NOTED + body);
        Finding failure =
                SampleReport.failure("F1", Harm.Kind.EXIT, "exit code 3").with(new Finding.Around(List.of(), null));
        Session session = Session.of(
                        List.of(java.toString(), "Desk"),
                        temporary.toString(),
                        InstrumentationScope.ALL,
                        List.of("race"),
                        "")
                .with(new Session.Recording(3, false, false, 0.1, "", List.of("jvm-1")))
                .with(new Session.Analysis(
                        0,
                        "",
                        SampleReport.report().run(),
                        1,
                        List.of(),
                        List.of(failure, ConfirmPhaseTest.predicted(SampleReport.race()))));
        PhaseContext context = new PhaseContext(
                new ProgramRunner(), new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
        Replayer replayer = new Replayer(context, session, ProgramInput.NONE, Duration.ofMinutes(1));
        return new ConfirmPhase(context, folder, replayer, 1, false)
                .run(session)
                .findings();
    }

    @Test
    void aScheduleThatEndsWellIsKeptAndIsNoHarm() throws Exception {
        List<Finding> findings = confirm("[ $noted = created ] || exit 3\n");
        Finding failure = findings.get(0);
        assertThat(failure.isRecorded()).isTrue();
        assertThat(failure.status()).isEqualTo(Status.CONFIRMED);
        assertThat(failure.replays()).isEqualTo(new Finding.Replays(1, 1));
        assertThat(failure.around().endsWell()).isEqualTo("clips/ends-well.clip");
        Clip clip = ClipFormat.read(folder.file(failure.around().endsWell()));
        assertThat(clip.kind()).isEqualTo(AnomalyKind.RACE);
        assertThat(findings.get(1).status()).isEqualTo(Status.CONFIRMED);
        assertThat(findings.get(1).harm()).isEqualTo(Harm.NONE);
    }

    @Test
    void thereIsNoneWhenEveryScheduleFails() throws Exception {
        List<Finding> findings = confirm("exit 3\n");
        assertThat(findings.get(0).around().endsWell()).isNull();
        assertThat(folder.file("clips/ends-well.clip")).doesNotExist();
    }
}
