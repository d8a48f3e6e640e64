// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.Candidate;
import dev.foretell.analysis.Prediction;
import dev.foretell.analysis.Prediction.Verdict;
import dev.foretell.analysis.Witness;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingMakerTest {
    /** Events 3 and 6 race; the first one holds a lock. */
    private final Trace trace;

    FindingMakerTest() throws IOException {
        trace = TextTrace.parse("""
                main|fork(a)|1
                main|fork(b)|2
                a|acq(L)|10
                a|w(stock)|11
                a|rel(L)|12
                b|acq(M)|20
                b|r(stock)|21
                b|rel(M)|22
                """);
    }

    private Prediction prediction(Verdict verdict) {
        Witness witness =
                verdict == Verdict.WITNESSED ? new Witness(new int[] {0, 1, 2}, new int[] {3, 6}, "pecan") : null;
        return new Prediction(
                new Candidate(AnomalyKind.RACE, List.of(3, 6), "w-r", AnomalyShape.RACE),
                verdict,
                witness,
                verdict == Verdict.WITNESSED ? "" : "it would need the lock L twice");
    }

    private Clip clip(Integer... order) {
        ClipPoint first = new ClipPoint("a", trace.site(trace.siteOf(3)), 1);
        ClipPoint second = new ClipPoint("b", trace.site(trace.siteOf(6)), 1);
        return new Clip(
                AnomalyKind.RACE,
                "t",
                new Clip.Program(List.of("java"), Map.of(), Map.of("a", "a", "b", "b")),
                List.of(new ClipStep("a", first), new ClipStep("main", null)),
                Clip.Events.of(AnomalyKind.RACE, List.of(first, second), List.of(order)));
    }

    private Finding make(Prediction prediction, Clip clip) {
        return new FindingMaker(
                        new RecordedTrace(trace, Map.of()), List.of(prediction), new Sources(Path.of("nowhere")))
                .make(prediction, clip);
    }

    @Test
    void namesThreadsPlacesLocksAndWhereThreadsWereStarted() {
        Finding finding = make(prediction(Verdict.WITNESSED), clip(0, 1));
        assertThat(finding.id()).isEqualTo("R1");
        assertThat(finding.variable()).isEqualTo("stock");
        assertThat(finding.pattern()).isEqualTo("w-r");
        assertThat(finding.status()).isEqualTo(Status.PREDICTED);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.clip()).isEqualTo("clips/R1.clip");
        assertThat(finding.by()).containsExactly("pecan");
        Finding.Access write = finding.accesses().get(0);
        assertThat(write.thread()).isEqualTo("a");
        assertThat(write.op()).isEqualTo("write");
        assertThat(write.line()).isEqualTo(11);
        assertThat(write.locks()).containsExactly("L");
        assertThat(write.startedAt()).isEqualTo("1");
        assertThat(finding.accesses().get(1).locks()).containsExactly("M");
    }

    @Test
    void listsTheForcedStepsAndTheOrderOfTheAccesses() {
        Finding.Schedule schedule =
                make(prediction(Verdict.WITNESSED), clip(1, 0)).schedule();
        assertThat(schedule.switches()).isEqualTo(2);
        assertThat(schedule.events()).isEqualTo(3);
        assertThat(schedule.order()).containsExactly(1, 0);
        assertThat(schedule.steps()).extracting(Finding.Step::thread).containsExactly("a", "main");
        assertThat(schedule.steps().get(0).action()).startsWith("write");
        assertThat(schedule.steps().get(1).position()).isEmpty();
    }

    @Test
    void keepsTheReasonOfARefutation() {
        Finding finding = make(prediction(Verdict.REFUTED), null);
        assertThat(finding.status()).isEqualTo(Status.REFUTED);
        assertThat(finding.reason()).isEqualTo("it would need the lock L twice");
        assertThat(finding.clip()).isNull();
        assertThat(finding.schedule()).isNull();
    }

    @Test
    void leavesUndecidedOnesPredicted() {
        assertThat(make(prediction(Verdict.UNDECIDED), null).status()).isEqualTo(Status.PREDICTED);
        assertThat(make(prediction(Verdict.OTHER_VALUES), null).status()).isEqualTo(Status.UNDECIDED);
        assertThat(make(prediction(Verdict.POSSIBLE), null).status()).isEqualTo(Status.UNDECIDED);
    }

    /** Thread a reads the stock twice and b writes it in between; in the trace b comes last. */
    private Finding check(boolean oneRegion) throws IOException {
        Trace checked = TextTrace.parse("""
                main|fork(a)|1
                main|fork(b)|2
                a|acq(L)|10
                a|r(stock)|11
                a|rel(L)|12
                a|acq(L)|13
                a|r(stock)|14
                a|rel(L)|15
                b|acq(L)|20
                b|w(stock)|21
                b|rel(L)|22
                """);
        AnomalyShape shape = AnomalyShape.inOrder(List.of(0, 0, 0), oneRegion ? List.of(0, 1, 0) : List.of(0, 1, 2));
        int[] schedule = {0, 1, 2, 3, 4, 8, 9, 10, 5};
        Prediction prediction = new Prediction(
                new Candidate(AnomalyKind.ATOMICITY, List.of(3, 9, 6), "r-w-r", shape),
                Verdict.WITNESSED,
                new Witness(schedule, new int[] {3, 9, 6}, "pecan"),
                "");
        List<ClipPoint> points = List.of(
                new ClipPoint("a", checked.site(checked.siteOf(3)), 1),
                new ClipPoint("b", checked.site(checked.siteOf(9)), 1),
                new ClipPoint("a", checked.site(checked.siteOf(6)), 1));
        Clip clip = new Clip(
                AnomalyKind.ATOMICITY,
                "t",
                new Clip.Program(List.of("java"), Map.of(), Map.of("main", "main", "a", "a", "b", "b")),
                List.of(
                        new ClipStep("main", null),
                        new ClipStep("a", new ClipPoint("a", checked.site(checked.siteOf(5)), 1)),
                        new ClipStep("b", null),
                        new ClipStep("a", points.get(2))),
                new Clip.Events(points, shape, List.of(0, 1, 2), false));
        return new FindingMaker(
                        new RecordedTrace(checked, Map.of()), List.of(prediction), new Sources(Path.of("nowhere")))
                .make(prediction, clip);
    }

    @Test
    void namesTheStepInWhichAnAccessHappens() throws IOException {
        Finding finding = check(true);
        assertThat(finding.id()).isEqualTo("A1");
        assertThat(finding.accesses()).extracting(Finding.Access::line).containsExactly(11, 21, 14);
        assertThat(finding.accesses()).extracting(Finding.Access::region).containsExactly("10", "20", "13");
        assertThat(finding.schedule().order()).containsExactly(0, 1, 2);
        assertThat(finding.schedule().steps())
                .extracting(Finding.Step::accesses)
                .containsExactly(List.of(), List.of(0), List.of(1), List.of());
    }

    @Test
    void stepsOfSeveralRegionsAreComposed() throws IOException {
        assertThat(check(true).composed()).isFalse();
        assertThat(check(true).severity()).isEqualTo(Severity.WARNING);
        assertThat(check(false).composed()).isTrue();
        assertThat(check(false).severity()).isEqualTo(Severity.NOTE);
    }
}
