// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.AnalysisResult;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.Clips;
import dev.foretell.analysis.Prediction;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyncOrderDetectorTest {
    private static List<Prediction> predictions(String pattern, String text) throws IOException {
        AnalysisResult result = new Analyzer(Set.of("order")).analyze(TextTrace.parse(text));
        return result.predictions().stream()
                .filter(prediction -> prediction.candidate().pattern().equals(pattern))
                .toList();
    }

    /** The waiter reads the flag in one section and waits in another. */
    private static final String LOOKS_BEFORE = """
            A|acq(l)|1
            A|r(flag)|2
            A|rel(l)|3
            A|acq(l)|4
            A|rel(l)|5
            B|acq(l)|6
            B|w(flag)|7
            B|notify(l)|8
            B|rel(l)|9
            A|wake(l)|5
            A|acq(l)|5
            A|rel(l)|10
            """;

    @Test
    void predictsALostNotificationWhenTheConditionIsReadBeforeTheLockIsTaken() throws IOException {
        List<Prediction> lost = predictions(LostNotifications.LABEL, LOOKS_BEFORE);
        assertThat(lost).hasSize(1);
        assertThat(lost.get(0).verdict()).isEqualTo(Prediction.Verdict.WITNESSED);
        assertThat(lost.get(0).candidate().events()).containsExactly(7, 4);
        assertThat(lost.get(0).witness().schedule()).containsSubsequence(1, 2, 5, 6, 7, 8, 3);
    }

    @Test
    void aConditionReadUnderTheLockLeavesTheLostNotificationPossible() throws IOException {
        List<Prediction> lost = predictions(LostNotifications.LABEL, """
                A|acq(l)|1
                A|r(flag)|2
                A|rel(l)|3
                B|acq(l)|4
                B|w(flag)|5
                B|notify(l)|6
                B|rel(l)|7
                A|wake(l)|3
                A|acq(l)|3
                A|r(flag)|2
                A|rel(l)|8
                """);
        assertThat(lost).hasSize(1);
        assertThat(lost.get(0).verdict()).isEqualTo(Prediction.Verdict.POSSIBLE);
        assertThat(lost.get(0).witness().schedule()).containsExactly(3, 4, 5, 6, 0, 1);
    }

    @Test
    void aThreadThatTheWaiterStartsCannotNotifyEarlier() throws IOException {
        assertThat(predictions(LostNotifications.LABEL, """
                A|acq(l)|1
                A|fork(B)|2
                A|rel(l)|3
                B|acq(l)|4
                B|notify(l)|5
                B|rel(l)|6
                A|wake(l)|3
                A|acq(l)|3
                A|rel(l)|7
                """))
                .extracting(Prediction::verdict)
                .containsExactly(Prediction.Verdict.REFUTED);
    }

    @Test
    void letsOneSectionOvertakeAnotherAndAThreadAllOfThem() throws IOException {
        String text = """
                A|acq(l)|1
                A|w(x)|2
                A|rel(l)|3
                A|acq(l)|1
                A|w(x)|2
                A|rel(l)|3
                B|acq(l)|4
                B|r(x)|5
                B|rel(l)|6
                """;
        List<Prediction> near = predictions(SwappedSections.NEAR, text);
        assertThat(near).hasSize(1);
        assertThat(near.get(0).candidate().events()).containsExactly(6, 3);
        assertThat(near.get(0).witness().schedule()).containsExactly(0, 1, 2, 6);
        List<Prediction> far = predictions(SwappedSections.FAR, text);
        assertThat(far).hasSize(1);
        assertThat(far.get(0).candidate().events()).containsExactly(6, 0);
        assertThat(far.get(0).witness().schedule()).containsExactly(6);
    }

    @Test
    void staysAsCloseToTheRecordedRunAsItCan() throws IOException {
        // C is independent of the two sections, but the harm of their order may depend on it.
        List<Prediction> near = predictions(SwappedSections.NEAR, """
                C|acq(m)|1
                C|rel(m)|2
                A|acq(l)|3
                A|rel(l)|4
                B|acq(l)|5
                B|rel(l)|6
                """);
        assertThat(near).hasSize(1);
        assertThat(near.get(0).witness().schedule()).containsExactly(0, 1, 4);
    }

    @Test
    void leavesSectionsInOrderThatAStartOrJoinHasPutThere() throws IOException {
        assertThat(predictions(SwappedSections.NEAR, """
                A|acq(l)|1
                A|rel(l)|2
                A|fork(B)|3
                B|acq(l)|4
                B|rel(l)|5
                B|end|6
                A|join(B)|7
                A|acq(l)|8
                A|rel(l)|9
                """)).isEmpty();
    }

    private static Trace waiting(String limited) {
        TraceBuilder out = new TraceBuilder();
        int a = out.addThread("main/0", "A");
        int b = out.addThread("main/1", "B");
        int lock = out.addLock("l");
        int line = 1;
        for (EventKind kind : List.of(EventKind.ACQUIRE, EventKind.RELEASE)) {
            out.add(kind, a, lock, out.addSite(new Site("Desk", "f()V", "Desk.java", line++, line, kind, "")), 1);
        }
        for (EventKind kind : List.of(EventKind.ACQUIRE, EventKind.NOTIFY, EventKind.RELEASE)) {
            out.add(kind, b, lock, out.addSite(new Site("Desk", "g()V", "Desk.java", line++, line, kind, "")), 1);
        }
        for (EventKind kind : List.of(EventKind.WAKE, EventKind.ACQUIRE, EventKind.RELEASE)) {
            String what = kind == EventKind.WAKE ? limited : "";
            out.add(kind, a, lock, out.addSite(new Site("Desk", "f()V", "Desk.java", line++, line, kind, what)), 1);
        }
        return out.build(RunInfo.NONE);
    }

    @Test
    void letsAWaitEndByItsLimitBeforeTheLockIsTakenForTheNotify() {
        Trace trace = waiting("limited");
        List<Prediction> expired = new Analyzer(Set.of("order"))
                .analyze(trace).predictions().stream()
                        .filter(prediction -> prediction.candidate().pattern().equals(TimedOutWaits.LABEL))
                        .toList();
        assertThat(expired).hasSize(1);
        assertThat(expired.get(0).verdict()).isEqualTo(Prediction.Verdict.POSSIBLE);
        assertThat(expired.get(0).candidate().events()).containsExactly(5, 3);
        assertThat(expired.get(0).witness().schedule()).containsExactly(0, 1);
        Clip clip = new Clips(trace, List.of("java"), Map.of()).of(expired.get(0));
        ClipStep last = clip.steps().get(clip.steps().size() - 1);
        assertThat(last.past()).isTrue();
        assertThat(last.until().site().op()).isEqualTo(EventKind.WAKE);
        assertThat(clip.anomaly().get(1).site().op()).isEqualTo(EventKind.NOTIFY);
    }

    private static String interrupting(String before) {
        return """
                A|acq(l)|1
                A|rel(l)|2
                B|acq(l)|3
                B|notify(l)|4
                B|rel(l)|5
                A|wake(l)|2
                A|acq(l)|2
                A|rel(l)|6
                %sC|interrupt(A)|9
                """.formatted(before);
    }

    @Test
    void letsAnInterruptComeBeforeTheNotify() throws IOException {
        Trace trace = TextTrace.parse(interrupting("C|w(x)|8\nA|r(x)|8\n"));
        List<Prediction> early = predictions(InterruptedWaits.LABEL, interrupting("C|w(x)|8\nA|r(x)|8\n"));
        assertThat(early).hasSize(1);
        assertThat(early.get(0).candidate().events()).containsExactly(10, 5, 3);
        assertThat(early.get(0).witness().schedule()).containsExactly(0, 1, 8, 10);
        Clip clip = new Clips(trace, List.of("java"), Map.of()).of(early.get(0));
        ClipStep last = clip.steps().get(clip.steps().size() - 1);
        assertThat(last.past()).isTrue();
        assertThat(last.until().site().op()).isEqualTo(EventKind.WAKE);
        assertThat(clip.anomaly().stream().map(point -> point.site().op()))
                .containsExactly(EventKind.PUBLISH, EventKind.WAKE, EventKind.NOTIFY);
        assertThat(clip.title())
                .isEqualTo("Interrupt before the notify on l: interrupt at 9 (C), then wake at 2 (A), then notify at 4"
                        + " (B)");
    }

    @Test
    void leavesAnInterruptWhereItIsThatComesBecauseOfTheWaitOrTheNotify() throws IOException {
        for (String order : List.of("A|fork(C)|7\n", "B|fork(C)|7\n", "B|vw(v)|7\nC|vr(v)|8\n")) {
            assertThat(predictions(InterruptedWaits.LABEL, interrupting(order)))
                    .as(order)
                    .isEmpty();
        }
        String own = interrupting("").replace("C|interrupt", "B|interrupt");
        assertThat(predictions(InterruptedWaits.LABEL, own)).isEmpty();
        String self = interrupting("").replace("C|interrupt", "A|interrupt");
        assertThat(predictions(InterruptedWaits.LABEL, self)).isEmpty();
    }

    @Test
    void expectsNoEndByItselfOfAWaitWithoutLimit() {
        assertThat(new Analyzer(Set.of("order")).analyze(waiting("")).predictions())
                .noneMatch(prediction -> prediction.candidate().pattern().equals(TimedOutWaits.LABEL));
    }
}
