// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.RetryOnce;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A recorded run that fails is the first finding; one that only looks stuck is none. */
class EvidenceIT {
    private static ChildProcess.Ended check(String name, List<String> options, String program, List<String> arguments) {
        return check(Foretell.folder("evidence-" + name), options, program, arguments);
    }

    private static ChildProcess.Ended check(Path folder, List<String> options, String program, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("check", "-o", folder.toString()));
        command.addAll(options);
        command.add("--");
        command.addAll(Foretell.program("dev.foretell.it.evidence." + program, List.of(), arguments));
        return Foretell.command(command).run();
    }

    @ParameterizedTest
    @CsvSource({
        "Deadlocked,     '',     1, D1  deadlock on StringBuilder",
        "LostNotify,     '',     1, F1  failure: every thread waits",
        "LosesThread,    '',     1, F1  failure: NullPointerException",
        "LosesThread,    assert, 1, an assertion failed: clerk: java.lang.AssertionError: no stock",
        "ExitsWithThree, '',     4, F1  failure: exit code 3"
    })
    void recordedRunThatFailsIsTheFirstFinding(String program, String argument, int exit, String text) {
        List<String> arguments = argument.isEmpty() ? List.of() : List.of(argument);
        ChildProcess.Ended run = check(program + argument, List.of("--record-timeout", "300s"), program, arguments);
        assertThat(run.exit()).as("%s", run).isEqualTo(exit);
        assertThat(run.out()).as("%s", run).contains(text, "[error, confirmed, seen in the recorded run");
    }

    /** The only schedules that are tried lead to no race: the thread fails on its way there. */
    @Test
    void failureOnTheWayToSomethingElseIsAFinding() {
        RetryOnce.of("NotReady", () -> {
            Path folder = Foretell.folder("evidence-left");
            ChildProcess.Ended run = check(folder, List.of("--detect", "race"), "NotReady", List.of());
            assertThat(run.exit()).as("%s", run).isEqualTo(1);
            assertThat(run.out())
                    .as("%s", run)
                    .contains("F1  failure: IllegalStateException  [error, confirmed, seen in a re-execution");
            String clip = folder.resolve("clips/F1.clip").toString();
            ChildProcess.Ended replay =
                    Foretell.command(List.of("replay", clip)).run();
            assertThat(replay.exit()).as("%s", replay).isZero();
        });
        ChildProcess.Ended fixed = check("left-fixed", List.of("--detect", "race"), "NotReady", List.of("patient"));
        assertThat(fixed.exit()).as("%s", fixed).isZero();
    }

    /** Threads are held back until the program gives up, which it would not do by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"latch", "future", "timer", "monitor", "turns", "sleeps", "clock"})
    void programThatGivesUpBecauseThreadsAreHeldIsNoFinding(String way) {
        ChildProcess.Ended run = check("gives-up-" + way, List.of("--detect", "race"), "GivesUp", List.of(way));
        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(run.out()).as("%s", run).contains("0 confirmed");
    }

    /** A mistake is planted in the probes of the class; the error that it gets is not the program's. */
    @ParameterizedTest
    @ValueSource(strings = {"check", "watch"})
    void classThatProbesBreakIsNoFailureOfTheProgram(String mode) {
        String program = "dev.foretell.it.evidence.LosesThread";
        List<String> command = new ArrayList<>(
                List.of(mode, "-o", Foretell.folder("evidence-broken-" + mode).toString(), "--"));
        command.addAll(Foretell.program(program, List.of("-Ddev.foretell.planted=" + program + "!"), List.of()));
        ChildProcess.Ended run = Foretell.command(command).run();
        assertThat(run.exit()).as("%s", run).isEqualTo(3);
        assertThat(run.err())
                .as("%s", run)
                .contains(
                        "Foretell's probes broke the class " + program,
                        "java.lang.VerifyError",
                        "--exclude '" + program + "'")
                .doesNotContain("by itself");
        assertThat(run.out()).as("%s", run).doesNotContain("confirmed", "failure");
    }

    @ParameterizedTest
    @CsvSource({"socket", "timed", "signal"})
    void programThatCanStillBeWokenIsNoFinding(String way) {
        ChildProcess.Ended run = check(way, List.of("--record-timeout", "8s"), "StillAlive", List.of(way));
        assertThat(run.out()).as("%s", run).contains("0 confirmed", "It was not seen to wait for ever");
    }
}
