// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Symptom;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Replays of clips of kind {@code failure}, with a script in place of the directed JVM. */
@DisabledOnOs(OS.WINDOWS)
class ClipReplayTest {
    private static final String THROWS = note("uncaught t: java.lang.Error: no at A.java:1");
    private static final String CYCLE = "deadlock a holds X and wants Y, which b holds\\\\n    at A.f(A.java:1)"
            + "\\\\nb holds Y and wants X, which a holds\\\\n    at B.f(B.java:2)";

    @TempDir
    private Path temporary;

    private OutputFolder folder;
    private int runs;

    private static String note(String line) {
        return "printf '%s\\n' '" + line.replace("\\\\", "\\") + "' >> \"$dir/outcome\"\n";
    }

    private ClipReplay.Result replay(Harm harm, String body) throws Exception {
        folder = folder == null ? OutputFolder.create(temporary.resolve("out")) : folder;
        Clip way = ConfirmPhaseTest.clip(AnomalyKind.SCHEDULE, List.of());
        Clip clip = Clip.failure("t", way, way.steps(), Symptom.expected(harm));
        Session session = Session.of(
                List.of(FakeJava.script(temporary, body).toString(), "Desk"),
                temporary.toString(),
                InstrumentationScope.ALL,
                List.of(),
                "");
        PhaseContext context = new PhaseContext(
                new ProgramRunner(), new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
        Replayer replayer = new Replayer(context, session, ProgramInput.NONE, Duration.ofMinutes(1));
        return new ClipReplay(replayer, session, temporary.resolve("stdout"))
                .run(
                        clip,
                        folder.run("replay-" + ++runs),
                        List.of(),
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream());
    }

    private void isShownBy(Harm harm, String body) throws Exception {
        ClipReplay.Result result = replay(harm, body);
        assertThat(result.created()).as("%s", result).isTrue();
        assertThat(result.harm().kind()).isEqualTo(harm.kind());
    }

    private void isNotShownBy(Harm harm, String body) throws Exception {
        ClipReplay.Result result = replay(harm, body);
        assertThat(result.created()).as("%s", result).isFalse();
        assertThat(result.problem()).startsWith("the program failed, but not with ");
    }

    @Test
    void anExceptionIsTheSameByClassAndLine() throws Exception {
        Harm harm = new Harm(Harm.Kind.EXCEPTION, "pool-1: java.lang.Error: 7 at A.java:1");
        isShownBy(harm, THROWS);
        isShownBy(harm, note("uncaught t: a.Other: no at C.java:1") + THROWS);
        isNotShownBy(harm, THROWS.replace("A.java:1", "A.java:2"));
        isNotShownBy(harm, THROWS.replace("java.lang.Error", "a.Other"));
        isNotShownBy(harm, note(CYCLE) + "sleep 100\n");
        isNotShownBy(harm, "exit 3\n");
        assertThat(replay(harm, "exit 0\n").problem()).isEqualTo("the program ended well");
    }

    @Test
    void aDeadlockIsTheSameByTheLinesOfItsThreads() throws Exception {
        Harm harm = new Harm(
                Harm.Kind.DEADLOCK,
                "b wants X, which a holds\n    at app//B.f(B.java:2)\na wants Y, which b holds\n    at A.f(A.java:1)");
        isShownBy(harm, note(CYCLE) + "sleep 100\n");
        isNotShownBy(harm, note(CYCLE.replace("A.java:1", "A.java:5")) + "sleep 100\n");
        isNotShownBy(harm, THROWS);
        isNotShownBy(harm, note("standstill \"a\" WAITING\\\\n    at A.f(A.java:1)") + "sleep 100\n");
    }

    @Test
    void aStandstillIsNoOtherFailure() throws Exception {
        Harm harm = new Harm(Harm.Kind.HANG, HarmJudge.STANDSTILL + "\n\"a\" WAITING");
        isShownBy(harm, note("standstill \"b\" WAITING\\\\n    at B.f(B.java:7)") + "sleep 100\n");
        isNotShownBy(harm, note(CYCLE) + "sleep 100\n");
        isNotShownBy(harm, THROWS);
    }

    @Test
    void anExitCodeIsCompared() throws Exception {
        Harm harm = new Harm(Harm.Kind.EXIT, "exit code 3");
        isShownBy(harm, ": > \"$dir/outcome\"; exit 3\n");
        isNotShownBy(harm, ": > \"$dir/outcome\"; exit 4\n");
    }

    @Test
    void aClipThatDoesNotSayCountsAnyFailureAndTheResultSaysSo() throws Exception {
        ClipReplay.Result result = replay(Harm.NONE, THROWS);
        assertThat(result.created()).isTrue();
        assertThat(result.problem()).isEqualTo(ClipReplay.ANY_FAILURE);
    }
}
