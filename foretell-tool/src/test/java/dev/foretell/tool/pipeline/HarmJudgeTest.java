// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.RunResult;
import dev.foretell.tool.process.RunResult.End;
import dev.foretell.tool.report.Harm;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HarmJudgeTest {
    @TempDir
    private Path temporary;

    private static final Path NOWHERE = Path.of("nowhere");
    private static final Session.Recording RECORDING =
            new Session.Recording(0, false, false, 1, "same", List.of("jvm-1"));
    private static final Replayer.Directed REPLAY = run(0, End.ITSELF, "same", List.of(), "");
    private final HarmJudge judge = new HarmJudge(baseline(RECORDING, List.of(), REPLAY, null), NOWHERE);

    private static Replayer.Directed run(int exit, End end, String output, List<String> uncaught, String deadlock) {
        return new Replayer.Directed(
                new Outcome(true, true, 3, "", uncaught, deadlock), new RunResult(exit, end, 0.5, output), NOWHERE);
    }

    private static Baseline baseline(
            Session.Recording recording, List<String> uncaught, Replayer.Directed replay, Replayer.Directed unfed) {
        return Baseline.of(recording, uncaught, new Baseline.Replays(replay, List.of(), unfed), NOWHERE);
    }

    private Harm judge(Replayer.Directed directed) {
        return judge.judge(AnomalyKind.RACE, directed);
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
        HarmJudge used = new HarmJudge(
                baseline(RECORDING, List.of("pool-1: java.io.IOException at A.f"), REPLAY, null), NOWHERE);
        Replayer.Directed again = run(0, End.ITSELF, "same", List.of("pool-2: java.io.IOException at A.f"), "");
        assertThat(used.judge(AnomalyKind.RACE, again)).isEqualTo(Harm.NONE);
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
        assertThat(judge.judge(AnomalyKind.DEADLOCK, run(0, End.TIMEOUT, "", List.of(), ""))
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
        Harm harm = new HarmJudge(baseline(endless, List.of(), null, null), NOWHERE)
                .judge(AnomalyKind.RACE, run(137, End.TIMEOUT, "other", List.of(), ""));
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
        HarmJudge moody = new HarmJudge(
                baseline(RECORDING, List.of(), run(0, End.ITSELF, "moody", List.of(), ""), null), NOWHERE);
        assertThat(moody.judge(AnomalyKind.RACE, run(0, End.ITSELF, "other", List.of(), "")))
                .isEqualTo(Harm.NONE);
    }

    @Test
    void comparesNeitherWhenTheRecordedScheduleWasNotReplayed() {
        HarmJudge blind = new HarmJudge(baseline(RECORDING, List.of(), null, null), NOWHERE);
        assertThat(blind.judge(AnomalyKind.RACE, run(5, End.ITSELF, "other", List.of(), "")))
                .isEqualTo(Harm.NONE);
    }

    private static Replayer.Directed replayed(String fresh, int exit, String output) {
        return new Replayer.Directed(
                new Outcome(
                        new Outcome.Course(true, true, 3, ""),
                        new Outcome.Failures(List.of(), 0, List.of(), "", false, ""),
                        new Outcome.Deviations(fresh, "", "")),
                new RunResult(exit, End.ITSELF, 0.5, output),
                NOWHERE);
    }

    /** What the program prints follows from the time: then it shows nothing in a run with another time. */
    @Test
    void doesNotBlameTheAnomalyForWhatFreshAnswersDo() {
        Replayer.Directed unfed = replayed("", 0, "took 17 ms");
        HarmJudge unsteady = new HarmJudge(baseline(RECORDING, List.of(), REPLAY, unfed), NOWHERE);
        assertThat(unsteady.judge(AnomalyKind.RACE, replayed("Times are moved", 3, "took 18 ms")))
                .isEqualTo(Harm.NONE);
        assertThat(unsteady.judge(AnomalyKind.RACE, replayed("", 0, "other")).kind())
                .isEqualTo(Harm.Kind.OUTPUT);
        HarmJudge steady = new HarmJudge(baseline(RECORDING, List.of(), REPLAY, replayed("", 0, "same")), NOWHERE);
        assertThat(steady.judge(AnomalyKind.RACE, replayed("Times are moved", 0, "other"))
                        .kind())
                .isEqualTo(Harm.Kind.OUTPUT);
        assertThat(steady.judge(AnomalyKind.RACE, replayed("Times are moved", 3, "same"))
                        .kind())
                .isEqualTo(Harm.Kind.EXIT);
    }

    /** A run with files for what it printed. */
    private Replayer.Directed printing(String name, int exit, String out, String err, Outcome outcome)
            throws IOException {
        Path folder = Files.createDirectories(temporary.resolve(name));
        Files.writeString(folder.resolve("stdout"), out);
        Files.writeString(folder.resolve("stderr"), err);
        return new Replayer.Directed(outcome, new RunResult(exit, End.ITSELF, 0.5, out), folder);
    }

    private static Outcome handled(String... handled) {
        return new Outcome(
                new Outcome.Course(true, true, 3, ""),
                new Outcome.Failures(List.of(), 0, List.of(handled), "", false, ""),
                Outcome.Deviations.NONE);
    }

    private HarmJudge judge(String recorded, Replayer.Directed first, Replayer.Directed second) throws IOException {
        Replayer.Directed original = printing("record", 0, recorded, "", handled());
        Path stdout = original.folder().resolve("stdout");
        Session.Recording recording = new Session.Recording(0, false, false, 1, recorded, List.of("jvm-1"));
        return new HarmJudge(
                Baseline.of(
                        recording,
                        List.of(),
                        new Baseline.Replays(first, second == null ? List.of() : List.of(second), null),
                        stdout),
                stdout);
    }

    @Test
    void comparesWhatDoesNotVaryBetweenReplaysOfTheRecordedSchedule() throws IOException {
        Replayer.Directed first = printing("first", 0, "id 7: 2 sold\n", "", handled());
        Replayer.Directed second = printing("second", 0, "id 9: 2 sold\n", "", handled());
        HarmJudge judge = judge("id 5: 2 sold\n", first, second);
        assertThat(judge.judge(AnomalyKind.RACE, printing("same", 0, "id 11: 2 sold\n", "", handled())))
                .isEqualTo(Harm.NONE);
        assertThat(judge.judge(AnomalyKind.RACE, printing("lost", 0, "id 11: 1 sold\n", "", handled())))
                .isEqualTo(new Harm(Harm.Kind.OUTPUT, "'id 11: 1 sold' instead of 'id 5: 2 sold'"));
    }

    @Test
    void quotesTheLineThatAnotherExitCodeComesWith() throws IOException {
        HarmJudge judge = judge("ok\n", printing("first", 0, "ok\n", "", handled()), null);
        assertThat(judge.judge(AnomalyKind.RACE, printing("lost", 3, "1 of 2 is lost\n", "", handled())))
                .isEqualTo(new Harm(
                        Harm.Kind.EXIT, "exit code 3 instead of 0; it printed '1 of 2 is lost' instead of 'ok'"));
    }

    @Test
    void whatAHandlerTakesIsHarmOnlyByWhatItPrints() throws IOException {
        HarmJudge judge = judge("ok\n", printing("first", 0, "ok\n", "", handled()), null);
        Outcome stopped = handled("t: a.Stopped: enough at Desk.java:7");
        assertThat(judge.judge(AnomalyKind.ORDER, printing("quiet", 0, "ok\n", "", stopped)))
                .isEqualTo(Harm.NONE);
        assertThat(judge.judge(AnomalyKind.ORDER, printing("other", 0, "ok\n", "bye\n", stopped)))
                .isEqualTo(Harm.NONE);
        assertThat(judge.judge(
                        AnomalyKind.ORDER, printing("logged", 0, "ok\n", "bye\nfailed: a.Stopped: enough\n", stopped)))
                .isEqualTo(new Harm(Harm.Kind.OUTPUT, "also 'failed: a.Stopped: enough' on standard error"));
        assertThat(judge.judge(AnomalyKind.ORDER, printing("exits", 1, "ok\n", "", stopped))
                        .kind())
                .isEqualTo(Harm.Kind.EXIT);
        HarmJudge used = judge("ok\n", printing("first", 0, "ok\n", "failed: a.Stopped\n", stopped), null);
        assertThat(used.judge(AnomalyKind.ORDER, printing("logged", 0, "ok\n", "failed: a.Stopped: enough\n", stopped)))
                .as("the recorded schedule does so, too")
                .isEqualTo(Harm.NONE);
    }

    @Test
    void whatTheRecordedScheduleDoesIsNoHarm() {
        Replayer.Directed thrown = run(1, End.ITSELF, "x", List.of("t: a.Bad: after 5 ms at Desk.java:7"), "");
        HarmJudge throwing = new HarmJudge(baseline(RECORDING, List.of(), thrown, null), NOWHERE);
        assertThat(throwing.judge(
                        AnomalyKind.RACE, run(1, End.ITSELF, "x", List.of("u: a.Bad: after 6 ms at Desk.java:7"), "")))
                .isEqualTo(Harm.NONE);
        assertThat(throwing.judge(
                                AnomalyKind.RACE,
                                run(1, End.ITSELF, "x", List.of("u: a.Bad: after 6 ms at Desk.java:8"), ""))
                        .kind())
                .isEqualTo(Harm.Kind.EXCEPTION);
        Replayer.Directed endless = run(137, End.TIMEOUT, "same", List.of(), "");
        assertThat(new HarmJudge(baseline(RECORDING, List.of(), endless, null), NOWHERE)
                        .judge(AnomalyKind.RACE, run(137, End.TIMEOUT, "same", List.of(), "")))
                .isEqualTo(Harm.NONE);
        String cycle = "a holds A (1) and wants B (2), which b holds\n    at D.f(D.java:1)\n"
                + "b holds B (2) and wants A (1), which a holds\n    at D.g(D.java:2)";
        HarmJudge stuck = new HarmJudge(
                baseline(RECORDING, List.of(), run(137, End.ENOUGH, "", List.of(), cycle), null), NOWHERE);
        assertThat(stuck.judge(AnomalyKind.RACE, run(137, End.ENOUGH, "", List.of(), cycle.replace("a ", "c "))))
                .isEqualTo(Harm.NONE);
        assertThat(stuck.judge(AnomalyKind.RACE, run(137, End.ENOUGH, "", List.of(), cycle.replace(":2)", ":3)")))
                        .kind())
                .isEqualTo(Harm.Kind.DEADLOCK);
    }
}
