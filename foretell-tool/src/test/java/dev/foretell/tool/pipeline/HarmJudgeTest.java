package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HarmJudgeTest {
    private static final Path NOWHERE = Path.of("nowhere");
    private static final Session.Recording RECORDING =
            new Session.Recording(0, false, false, 1, "same", List.of("jvm-1"));
    private static final Replayer.Directed REPLAY = run(0, End.ITSELF, "same", List.of(), "");
    private final HarmJudge judge = new HarmJudge(Baseline.of(RECORDING, List.of(), REPLAY), NOWHERE);

    private static Replayer.Directed run(int exit, End end, String output, List<String> uncaught, String deadlock) {
        return new Replayer.Directed(
                new Outcome(true, true, 3, "", uncaught, deadlock), new RunResult(exit, end, 0.5, output), NOWHERE);
    }

    private Harm judge(Replayer.Directed directed) {
        return judge.judge("race", directed);
    }

    @Test
    void seesNoHarmInARunLikeTheRecordedOne() {
        assertThat(judge(run(0, End.ITSELF, "same", List.of(), ""))).isEqualTo(Harm.NONE);
    }

    @Test
    void namesNewExceptionsAndTellsAssertionsApart() {
        assertThat(judge(run(1, End.ITSELF, "x", List.of("t: java.lang.NullPointerException at A.f(A.java:1)"), "")))
                .isEqualTo(new Harm(Harm.Kind.EXCEPTION, "t: java.lang.NullPointerException at A.f(A.java:1)"));
        assertThat(judge(run(1, End.ITSELF, "x", List.of("t: java.lang.AssertionError: 1 != 2 at A.f(A.java:1)"), ""))
                        .kind())
                .isEqualTo(Harm.Kind.ASSERTION);
        assertThat(judge(run(1, End.ITSELF, "x", List.of("t: com.acme.BadException: AssertionError"), ""))
                        .kind())
                .isEqualTo(Harm.Kind.EXCEPTION);
    }

    @Test
    void doesNotBlameTheAnomalyForExceptionsOfTheRecordedRun() {
        HarmJudge used =
                new HarmJudge(Baseline.of(RECORDING, List.of("pool-1: java.io.IOException at A.f"), REPLAY), NOWHERE);
        Replayer.Directed again = run(0, End.ITSELF, "same", List.of("pool-2: java.io.IOException at A.f"), "");
        assertThat(used.judge("race", again)).isEqualTo(Harm.NONE);
    }

    @Test
    void judgesFailuresWithoutComparison() {
        assertThat(HarmJudge.absolute(run(3, End.ITSELF, "x", List.of(), "")))
                .isEqualTo(new Harm(Harm.Kind.EXIT, "exit code 3"));
        assertThat(HarmJudge.absolute(run(0, End.ITSELF, "other", List.of(), "")))
                .isEqualTo(Harm.NONE);
        assertThat(HarmJudge.absolute(run(137, End.TIMEOUT, "", List.of(), ""))).isEqualTo(Harm.NONE);
        assertThat(HarmJudge.absolute(run(137, End.ENOUGH, "", List.of(), "a holds A, wants B"))
                        .kind())
                .isEqualTo(Harm.Kind.DEADLOCK);
    }

    @Test
    void seesDeadlocksAndHangs() {
        assertThat(judge(run(137, End.ENOUGH, "", List.of(), "a holds A, wants B")))
                .isEqualTo(new Harm(Harm.Kind.DEADLOCK, "a holds A, wants B"));
        assertThat(judge(run(137, End.TIMEOUT, "", List.of(), "")).kind()).isEqualTo(Harm.Kind.HANG);
        assertThat(judge.judge("deadlock", run(0, End.TIMEOUT, "", List.of(), ""))
                        .kind())
                .isEqualTo(Harm.Kind.DEADLOCK);
    }

    @Test
    void knowsWhenAHangMayBeMereSlowness() {
        String waits = "\n\"main\" WAITING\n    at A.f(A.java:1)\n\"pool-1\" TIMED_WAITING";
        assertThat(new Harm(Harm.Kind.HANG, "still running after 4 s" + waits).maybeSlow())
                .isFalse();
        assertThat(new Harm(Harm.Kind.HANG, "still running after 4 s" + waits + "\n\"worker\" RUNNABLE").maybeSlow())
                .isTrue();
        assertThat(judge(run(137, End.TIMEOUT, "", List.of(), "")).maybeSlow())
                .as("no stacks were seen")
                .isTrue();
        assertThat(new Harm(Harm.Kind.EXCEPTION, "t: E: \" RUNNABLE").maybeSlow())
                .isFalse();
    }

    @Test
    void doesNotCallItAHangWhenTheRecordedRunDidNotEndEither() {
        Session.Recording endless = new Session.Recording(143, true, false, 900, "same", List.of("jvm-1"));
        Harm harm = new HarmJudge(Baseline.of(endless, List.of(), null), NOWHERE)
                .judge("race", run(137, End.TIMEOUT, "other", List.of(), ""));
        assertThat(harm).isEqualTo(Harm.NONE);
    }

    @Test
    void comparesExitCodeAndOutputWithTheRecordedRun() {
        assertThat(judge(run(3, End.ITSELF, "same", List.of(), "")))
                .isEqualTo(new Harm(Harm.Kind.EXIT, "exit code 3 instead of 0"));
        assertThat(judge(run(0, End.ITSELF, "other", List.of(), "")).kind()).isEqualTo(Harm.Kind.OUTPUT);
    }

    @Test
    void doesNotCompareOutputThatChangesByItself() {
        HarmJudge moody =
                new HarmJudge(Baseline.of(RECORDING, List.of(), run(0, End.ITSELF, "moody", List.of(), "")), NOWHERE);
        assertThat(moody.judge("race", run(0, End.ITSELF, "other", List.of(), "")))
                .isEqualTo(Harm.NONE);
    }

    @Test
    void comparesNeitherWhenTheRecordedScheduleWasNotReplayed() {
        HarmJudge blind = new HarmJudge(Baseline.of(RECORDING, List.of(), null), NOWHERE);
        assertThat(blind.judge("race", run(5, End.ITSELF, "other", List.of(), "")))
                .isEqualTo(Harm.NONE);
    }

    private static Replayer.Directed told(String fresh, int exit, String output) {
        return new Replayer.Directed(
                new Outcome(true, true, 3, "", List.of(), "", fresh, "", ""),
                new RunResult(exit, End.ITSELF, 0.5, output),
                NOWHERE);
    }

    /** What the program prints follows from the time: then it shows nothing in a run that was told another time. */
    @Test
    void doesNotBlameTheAnomalyForWhatFreshAnswersDo() {
        Replayer.Directed unfed = told("", 0, "took 17 ms");
        HarmJudge unsteady = new HarmJudge(Baseline.of(RECORDING, List.of(), REPLAY, unfed), NOWHERE);
        assertThat(unsteady.judge("race", told("Times are moved", 3, "took 18 ms")))
                .isEqualTo(Harm.NONE);
        assertThat(unsteady.judge("race", told("", 0, "other")).kind()).isEqualTo(Harm.Kind.OUTPUT);
        HarmJudge steady = new HarmJudge(Baseline.of(RECORDING, List.of(), REPLAY, told("", 0, "same")), NOWHERE);
        assertThat(steady.judge("race", told("Times are moved", 0, "other")).kind())
                .isEqualTo(Harm.Kind.OUTPUT);
        assertThat(steady.judge("race", told("Times are moved", 3, "same")).kind())
                .isEqualTo(Harm.Kind.EXIT);
    }
}
