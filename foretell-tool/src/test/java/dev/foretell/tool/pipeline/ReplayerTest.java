// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a re-execution is over. */
class ReplayerTest {
    private static final Session.Recording SERVER = new Session.Recording(143, true, false, 5, "", List.of("jvm-1"));

    @TempDir
    private Path temporary;

    private Replayer.Directed run(String body, Session.Recording recording, Duration timeout) throws Exception {
        Path java = FakeJava.script(temporary, body);
        Session session = Session.of(
                        List.of(java.toString(), "Desk"), temporary.toString(), InstrumentationScope.ALL, List.of(), "")
                .with(recording);
        PhaseContext workshop = new PhaseContext(
                new ProgramRunner(), new AgentJar(temporary.resolve("agent.jar"), ""), ProgressListener.NONE);
        Path folder = Files.createDirectories(temporary.resolve("run"));
        return new Replayer(workshop, session, ProgramInput.NONE, timeout)
                .run(ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1)), folder);
    }

    @ParameterizedTest
    @CsvSource({"created", "followed", "problem it left the schedule"})
    void serverIsEndedWhenItsClipIsOver(String noted) throws Exception {
        Replayer.Directed run =
                run("echo '" + noted + "' >> \"$dir/outcome\"; exec sleep 600\n", SERVER, Duration.ofMinutes(10));
        assertThat(run.run().end()).isEqualTo(End.ENOUGH);
    }

    /** Its end is worth waiting for, and that it does not come is harm. */
    @Test
    void programThatEndsByItselfGoesOn() throws Exception {
        Session.Recording ended = new Session.Recording(0, false, false, 5, "", List.of("jvm-1"));
        Replayer.Directed run = run("echo created >> \"$dir/outcome\"; exec sleep 600\n", ended, Duration.ofSeconds(4));
        assertThat(run.run().end()).isEqualTo(End.TIMEOUT);
    }

    /** Otherwise the run could be ended between the two lines, and the deadlock would not be certain. */
    @Test
    void deadlockThatAnInterruptEndsIsNotOverBeforeItsStandstillIsNoted() throws Exception {
        Path file = temporary.resolve("outcome");
        Files.writeString(file, "deadlock a wants Y, which b holds\n");
        assertThat(Replayer.isStuck(Outcome.read(file), Duration.ZERO)).isTrue();
        Files.writeString(file, "deadlock a wants Y, which b holds" + Outcome.UNLESS_INTERRUPTED + "\n");
        assertThat(Replayer.isStuck(Outcome.read(file), Duration.ZERO)).isFalse();
        assertThat(Replayer.isStuck(Outcome.read(file), Duration.ofSeconds(2)))
                .as("other threads run on")
                .isTrue();
        Files.writeString(file, "standstill a waits\n", StandardOpenOption.APPEND);
        assertThat(Replayer.isStuck(Outcome.read(file), Duration.ZERO)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 2000", "20, 4000", "900, 10000"})
    void aftermathOfAServerComesFromItsRecording(double seconds, long millis) {
        Session session = Session.of(List.of("java"), "/", InstrumentationScope.ALL, List.of(), "");
        assertThat(Replayer.aftermath(
                        session.with(new Session.Recording(143, true, false, seconds, "", List.of("jvm-1")))))
                .hasMillis(millis);
        assertThat(Replayer.aftermath(
                        session.with(new Session.Recording(130, false, true, seconds, "", List.of("jvm-1")))))
                .hasMillis(millis);
        assertThat(Replayer.aftermath(
                        session.with(new Session.Recording(0, false, false, seconds, "", List.of("jvm-1")))))
                .isNull();
    }

    /** What it waited for, or how long it stood still, is not its work. */
    @ParameterizedTest
    @CsvSource({"0.2, 10000", "4, 20000", "60, 300000"})
    void timeLimitComesFromTheWorkOfARecordingThatHung(double worked, long millis) {
        Session session = Session.of(List.of("java"), "/", InstrumentationScope.ALL, List.of(), "");
        Session hung = session.with(new Session.Recording(
                143, false, false, 900, "", List.of("jvm-1"), new Session.Stall(worked, 900 - worked)));
        assertThat(Replayer.timeout(null, hung)).hasMillis(millis);
        Session ended = session.with(new Session.Recording(0, false, false, worked, "", List.of("jvm-1")));
        assertThat(Replayer.timeout(null, ended)).as("as if it had ended then").hasMillis(millis);
        assertThat(Replayer.timeout(Duration.ofSeconds(7), hung)).hasSeconds(7);
    }
}
