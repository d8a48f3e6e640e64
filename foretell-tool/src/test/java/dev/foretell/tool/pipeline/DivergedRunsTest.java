// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DivergedRunsTest {
    private static final Path NOWHERE = Path.of("nowhere");
    private static final String WAITS = "\"a\" WAITING\n    at Gate.pass(Gate.java:7)";
    private static final String NULL = "java.lang.NullPointerException at A.java:1";
    private static final String CYCLE =
            "a holds X and wants Y (1)\n    at A.f(A.java:1)\nb holds Y and wants X (2)\n    at B.f(B.java:2)";
    private final HarmJudge judge =
            new HarmJudge(new Baseline(true, 0, "same", List.of("a: com.acme.Known at A.java:1"), true), NOWHERE);
    private final DivergedRuns left = new DivergedRuns();

    private Harm harm(int exit, End end, String problem, List<String> uncaught, String deadlock, String stacks) {
        Outcome outcome = new Outcome(
                new Outcome.Course(false, false, 1, problem),
                new Outcome.Failures(uncaught, uncaught.size(), List.of(), deadlock, false, stacks),
                Outcome.Deviations.NONE);
        return DivergedRuns.harm(
                judge, new Replayer.Directed(outcome, new RunResult(exit, end, 0.5, "other"), NOWHERE));
    }

    @Test
    void takesWhatTheProgramDidWrongByItself() {
        assertThat(harm(1, End.ITSELF, "left", List.of("a: " + NULL), "", "").kind())
                .isEqualTo(Harm.Kind.EXCEPTION);
        assertThat(harm(1, End.ITSELF, "left", List.of(), "a holds ...", "").kind())
                .isEqualTo(Harm.Kind.DEADLOCK);
        assertThat(harm(1, End.TIMEOUT, "left", List.of(), "", WAITS).kind()).isEqualTo(Harm.Kind.HANG);
    }

    @Test
    void leavesOutWhatTheScheduleMayHaveDone() {
        assertThat(harm(1, End.TIMEOUT, "", List.of(), "", WAITS)).as("held").isEqualTo(Harm.NONE);
        assertThat(harm(1, End.TIMEOUT, "left", List.of(), "", WAITS.replace("WAITING", "RUNNABLE")))
                .as("slow")
                .isEqualTo(Harm.NONE);
        assertThat(harm(1, End.ITSELF, "left", List.of(), "", "")).as("exit").isEqualTo(Harm.NONE);
        assertThat(harm(0, End.ITSELF, "left", List.of(), "", "")).as("output").isEqualTo(Harm.NONE);
        assertThat(harm(0, End.ITSELF, "left", List.of("b: com.acme.Known at A.java:1"), "", ""))
                .as("always")
                .isEqualTo(Harm.NONE);
    }

    private static Replayer.Directed run(End end, Outcome outcome) {
        return new Replayer.Directed(outcome, new RunResult(1, end, 0.5, "other"), NOWHERE);
    }

    private static Outcome outcome(
            String problem, List<String> uncaught, int sure, String expired, String deadlock, boolean standstill) {
        return new Outcome(
                new Outcome.Course(false, false, 1, problem),
                new Outcome.Failures(uncaught, sure, List.of(), deadlock, standstill, WAITS),
                new Outcome.Deviations("", "", expired));
    }

    @Test
    void isCertainOnlyOfWhatTheScheduleAloneCanHaveDone() {
        Harm thrown = new Harm(Harm.Kind.EXCEPTION, "a: " + NULL);
        List<String> uncaught = List.of("b: java.lang.Error at B.java:2", "c: " + NULL);
        assertThat(isCertain(thrown, outcome("left", uncaught, 2, "", "", false)))
                .isTrue();
        assertThat(isCertain(thrown, outcome("left", uncaught, 2, "later", "", false)))
                .as("a limit ran out after it")
                .isTrue();
        assertThat(isCertain(thrown, outcome("left", uncaught, 1, "a limit", "", false)))
                .as("a limit ran out before it")
                .isFalse();
        assertThat(isCertain(thrown, outcome("Foretell's director failed (x).", uncaught, 2, "", "", false)))
                .as("our own failure")
                .isFalse();
        Harm late = new Harm(
                Harm.Kind.EXCEPTION,
                "a: java.util.concurrent.ExecutionException: java.util.concurrent.TimeoutException at A.java:1");
        assertThat(isCertain(late, outcome("left", List.of(late.detail()), 1, "", "", false)))
                .as("it says itself that a limit ran out")
                .isFalse();
        Harm gone =
                new Harm(Harm.Kind.EXCEPTION, "a: java.io.UncheckedIOException: java.io.IOException: gone at A.java:1");
        assertThat(isCertain(gone, outcome("left", List.of(gone.detail()), 1, "", "", false)))
                .as("a peer may have lost its patience")
                .isFalse();
        Harm stack = new Harm(Harm.Kind.EXCEPTION, "a: java.lang.StackOverflowError at A.java:1");
        assertThat(isCertain(stack, outcome("left", List.of(stack.detail()), 1, "", "", false)))
                .as("the agent needs stack, too")
                .isFalse();
        assertThat(DivergedRuns.isCertain(thrown, run(End.INTERRUPTED, outcome("left", uncaught, 2, "", "", false))))
                .as("the user ended it")
                .isFalse();
    }

    @Test
    void isCertainOfAHangOnlyWhenNoneCanEverWakeAnother() {
        Harm hang = new Harm(Harm.Kind.HANG, "x\n" + WAITS);
        assertThat(isCertain(hang, outcome("left", List.of(), 0, "", "", true))).isTrue();
        assertThat(isCertain(hang, outcome("left", List.of(), 0, "", "", false)))
                .as("its time was over")
                .isFalse();
        assertThat(isCertain(hang, outcome("left", List.of(), 0, "a limit", "", true)))
                .as("a limit ran out")
                .isFalse();
        Harm deadlock = new Harm(Harm.Kind.DEADLOCK, CYCLE);
        assertThat(isCertain(deadlock, outcome("left", List.of(), 0, "a limit", CYCLE, false)))
                .as("no time makes a cycle of locks")
                .isTrue();
    }

    private static boolean isCertain(Harm harm, Outcome outcome) {
        return DivergedRuns.isCertain(harm, run(End.ITSELF, outcome));
    }

    @Test
    void comparesTheThrowingLineAndTheCircleNotOnlyTheKind() {
        Replayer.Directed run = run(End.ITSELF, outcome("", List.of("c: " + NULL), 1, "", CYCLE, false));
        assertThat(HarmJudge.shows(run, new Harm(Harm.Kind.EXCEPTION, "a: " + NULL)))
                .isTrue();
        assertThat(HarmJudge.shows(run, new Harm(Harm.Kind.EXCEPTION, "a: " + NULL.replace(":1", ":2"))))
                .isFalse();
        assertThat(HarmJudge.shows(run, new Harm(Harm.Kind.DEADLOCK, CYCLE))).isTrue();
        assertThat(HarmJudge.shows(run, new Harm(Harm.Kind.DEADLOCK, CYCLE.replace("B.java:2", "B.java:3"))))
                .isFalse();
        assertThat(HarmJudge.shows(run, new Harm(Harm.Kind.EXIT, "exit code 1")))
                .isTrue();
        assertThat(HarmJudge.shows(run, new Harm(Harm.Kind.EXIT, "exit code 12")))
                .isFalse();
    }

    @Test
    void putsRunsWithTheSameSymptomTogetherUnlessAConfirmedFindingHasIt() {
        Clip clip = ConfirmPhaseTest.clip(AnomalyKind.RACE, List.of(0, 1));
        Finding first = SampleReport.race();
        Finding second = SampleReport.predicted();
        left.add(first, clip, run(End.ITSELF, outcome("left", List.of("a: " + NULL), 0, "a limit", "", false)));
        left.add(second, clip, run(End.ITSELF, outcome("left", List.of("b: " + NULL), 1, "", "", false)));
        left.add(second, clip, run(End.ITSELF, outcome("left", List.of(), 0, "", "", false)));
        assertThat(left.observedHarms(judge, List.of(), true)).singleElement().satisfies(observed -> {
            assertThat(observed.ids()).containsExactly(first.id(), second.id());
            assertThat(observed.certain()).isTrue();
            assertThat(DivergedRuns.note(observed, 3)).contains("2 re-executions", "R1, ", NULL, "3 tries");
        });
        assertThat(left.observedHarms(
                        judge, List.of(SampleReport.failure("F1", Harm.Kind.EXCEPTION, "c: " + NULL)), true))
                .isEmpty();
        assertThat(left.observedHarms(
                        judge, List.of(SampleReport.failure("F1", Harm.Kind.EXCEPTION, "c: other")), true))
                .hasSize(1);
        assertThat(left.observedHarms(judge, List.of(), false))
                .as("nothing to compare with")
                .isEmpty();
    }
}
