// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClipsTest {
    @Test
    void leavesOutThreadsThatAreNotNeeded() throws IOException {
        Trace trace = TextTrace.parse("""
                main|fork(A)|1
                main|fork(B)|2
                main|fork(C)|3
                C|w(z)|4
                C|end|0
                A|w(x)|5
                A|end|0
                B|w(x)|6
                B|end|0
                main|join(A)|7
                """);
        Clip clip = race(trace);
        assertThat(steps(clip)).containsExactly("main until 3#1");
        assertThat(clip.anomaly().stream().map(p -> p.thread())).containsExactly("A", "B");
        assertThat(clip.threads()).containsOnlyKeys("main", "A", "B");
    }

    @Test
    void letsThreadsRunToTheirEndWhenNothingOfThemIsLeft() throws IOException {
        Trace trace = TextTrace.parse("""
                main|fork(A)|1
                main|fork(B)|2
                A|w(x)|5
                A|end|0
                main|join(A)|7
                main|w(y)|8
                B|w(y)|6
                """);
        assertThat(steps(race(trace))).containsExactly("main until 7#1", "A until end", "main until 8#1");
    }

    @Test
    void stopsNoThreadInsideAClassInitialiserNorAtItsUse() throws IOException {
        Trace trace = TextTrace.parse("""
                A|w(a)|1
                A|initBegin(C)|2
                A|fork(D)|3
                A|initEnd(C)|4
                B|initUse(C)|0
                B|w(b)|5
                B|w(x)|6
                A|w(c)|7
                A|w(x)|8
                """);
        // B depends on the initialiser of A; after it A is stopped at line 7.
        assertThat(steps(race(trace))).containsExactly("A until 8#1", "B until 6#1");
        Trace other = TextTrace.parse("""
                A|w(a)|1
                B|r(a)|2
                A|initBegin(C)|3
                A|initEnd(C)|4
                A|w(x)|5
                B|w(x)|6
                """);
        assertThat(steps(race(other))).containsExactly("A until 5#1", "B until 6#1");
    }

    /** A worker of a pool lives until the program ends; its last events must happen all the same. */
    @Test
    void leadsAThreadWithoutAnEndPastItsLastAccess() throws IOException {
        Trace trace = TextTrace.parse("""
                main|fork(A)|1
                A|acq(l)|2
                A|rel(l)|3
                A|w(x)|4
                main|r(x)|5
                main|end|0
                """);
        List<ClipStep> steps =
                new Clips(trace, List.of("java", "X"), Map.of()).recorded().steps();
        assertThat(steps.get(1).until().site().position()).isEqualTo("4");
        assertThat(steps).extracting(ClipStep::past).containsExactly(false, true, false);
    }

    /** Exchanging a lock for a share of it, or vice versa, is one call: a thread is stopped before it. */
    @Test
    void stopsNoThreadBetweenTheTwoEventsOfOneCall() {
        TraceBuilder out = new TraceBuilder();
        out.addThread("A", "A");
        out.addThread("B", "B");
        out.addLock("l");
        call(out, 0, 1, EventKind.ACQUIRE_SHARED);
        call(out, 1, 2, EventKind.ACQUIRE_SHARED);
        call(out, 0, 3, EventKind.TRY_ACQUIRE_FAILED);
        call(out, 1, 4, EventKind.RELEASE_SHARED);
        call(out, 0, 5, EventKind.RELEASE_SHARED, EventKind.ACQUIRE);
        call(out, 0, 6, EventKind.RELEASE);
        call(out, 1, 7, EventKind.ACQUIRE_SHARED);
        call(out, 0, 6, EventKind.ACQUIRE_SHARED);
        call(out, 0, 8, EventKind.RELEASE_SHARED);
        call(out, 1, 9, EventKind.RELEASE_SHARED);
        Clip clip = new Clips(out.build(RunInfo.NONE), List.of("java", "X"), Map.of()).recorded();
        assertThat(clip.steps().stream()
                        .map(step -> step.until() == null
                                ? "end"
                                : step.until().site().op() + " "
                                        + step.until().site().line()))
                .startsWith("TRY_ACQUIRE_FAILED 3", "RELEASE_SHARED 4", "ACQUIRE 5", "ACQUIRE_SHARED 7")
                .doesNotContain("ACQUIRE_SHARED 6", "RELEASE_SHARED 5");
    }

    private static void call(TraceBuilder out, int thread, int line, EventKind... kinds) {
        for (EventKind kind : kinds) {
            int site = out.addSite(new Site("p.C", "run()V", "C.java", line, line, kind, ""));
            out.add(kind, thread, 0, site, 1);
        }
    }

    @Test
    void namesADeadlockForPeople() throws IOException {
        Trace trace = TextTrace.parse("""
                A|acq(l)|A.java:1
                A|acq(m)|A.java:2
                A|rel(m)|A.java:3
                A|rel(l)|A.java:4
                B|acq(m)|B.java:1
                B|acq(l)|B.java:2
                B|rel(l)|B.java:3
                B|rel(m)|B.java:4
                """);
        Prediction deadlock =
                new Analyzer(Set.of("deadlock")).analyze(trace).predictions().get(0);
        Clip clip = new Clips(trace, List.of("java", "X"), Map.of()).of(deadlock);
        assertThat(deadlock.candidate().pattern()).isEqualTo("lock-lock");
        assertThat(clip.kind()).isEqualTo(AnomalyKind.DEADLOCK);
        assertThat(clip.title())
                .isEqualTo("Deadlock on m, l: A holds l since A.java:1 and wants m at A.java:2;"
                        + " B holds m since B.java:1 and wants l at B.java:2");
        assertThat(steps(clip)).containsExactly("A until A.java:2#1", "B until B.java:2#1");
        assertThat(clip.command()).containsExactly("java", "X");
    }

    @Test
    void saysWhoSharesALock() throws IOException {
        Trace trace = TextTrace.parse("""
                A|acqs(l)|A.java:1
                A|acqs(m)|A.java:2
                A|rels(m)|A.java:3
                A|rels(l)|A.java:4
                B|acq(m)|B.java:1
                B|acqs(m)|B.java:2
                B|rels(m)|B.java:3
                B|acq(l)|B.java:4
                """);
        Prediction deadlock =
                new Analyzer(Set.of("deadlock")).analyze(trace).predictions().get(0);
        Clip clip = new Clips(trace, List.of("java", "X"), Map.of()).of(deadlock);
        assertThat(clip.title())
                .isEqualTo("Deadlock on m, l: A holds l (shared) since A.java:1 and wants m (shared) at A.java:2;"
                        + " B holds m since B.java:1 and wants l at B.java:4");
        assertThat(steps(clip)).containsExactly("A until A.java:2#1", "B until B.java:4#1");
    }

    @Test
    void keepsChecksumsOfTheClassesItsPointsNameAndThoseOnly() {
        TraceBuilder builder = new TraceBuilder();
        int write = builder.addSite(new Site("a.B", "m()V", "B.java", 3, 0, EventKind.WRITE, "a.B.x"));
        int read = builder.addSite(new Site("a.C", "m()V", "C.java", 4, 0, EventKind.READ, "a.B.x"));
        int x = builder.addVariable("B.x", 0);
        builder.add(EventKind.WRITE, builder.addThread("main", "main"), x, write, 5);
        builder.add(EventKind.READ, builder.addThread("main/0", "Thread-0"), x, read, 9);
        Trace trace = builder.build(RunInfo.NONE);
        Prediction race =
                new Analyzer(Set.of("race")).analyze(trace).predictions().get(0);
        Clip clip = new Clips(trace, List.of("java"), Map.of("a.B", "11", "a.C", "22", "a.D", "33")).of(race);
        assertThat(clip.classes()).isEqualTo(Map.of("a.B", "11", "a.C", "22"));
        assertThat(clip.title())
                .isEqualTo("Data race on B.x: write at B.java:3 (main) with read at C.java:4 (Thread-0)");
        assertThat(clip.anomaly().stream().map(p -> p.occurrence())).containsExactly(5, 9);
        assertThat(clip.steps()).isEmpty();
    }

    @Test
    void recordedRunSwitchesNoMoreThanItMust() throws IOException {
        Trace trace = TextTrace.parse("""
                A|w(a)|1
                B|w(b)|2
                A|w(a)|3
                B|w(b)|4
                A|w(x)|5
                B|r(x)|6
                A|w(a)|7
                A|end|0
                B|end|0
                """);
        Clip clip = new Clips(trace, List.of("java"), Map.of()).recorded();
        assertThat(clip.kind()).isEqualTo(AnomalyKind.SCHEDULE);
        assertThat(steps(clip)).containsExactly("A until end", "B until end");
        assertThat(clip.anomaly()).isEmpty();
    }

    @Test
    void waitsForNoEndOfThreadsThatTheRunLeftBehind() throws IOException {
        Trace trace = TextTrace.parse("""
                main|fork(A)|1
                A|w(x)|2
                A|w(x)|3
                main|r(x)|4
                main|end|0
                """);
        Clip clip = new Clips(trace, List.of("java"), Map.of()).recorded();
        assertThat(steps(clip)).containsExactly("main until 4#1", "A until 3#1", "main until end");
    }

    @Test
    void refusesPredictionsWithoutWitness() throws IOException {
        Trace trace = TextTrace.parse("A|w(x)|1\nA|vw(f)|2\nB|vr(f)|3\nB|w(x)|4\n");
        Candidate candidate = new Candidate(AnomalyKind.RACE, List.of(0, 3), "w-w", AnomalyShape.RACE);
        Prediction refuted = new Prediction(candidate, Prediction.Verdict.REFUTED, null, "because");
        assertThatThrownBy(() -> new Clips(trace, List.of(), Map.of()).of(refuted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("because");
    }

    private static Clip race(Trace trace) {
        List<Prediction> races = new Analyzer(Set.of("race")).analyze(trace).predictions();
        assertThat(races).first().extracting(Prediction::verdict).isEqualTo(Prediction.Verdict.WITNESSED);
        Prediction race = races.stream()
                .filter(p -> trace.variableName(
                                trace.target(p.candidate().events().get(0)))
                        .matches("[xy]"))
                .findFirst()
                .orElseThrow();
        return new Clips(trace, List.of("java"), Map.of()).of(race);
    }

    private static List<String> steps(Clip clip) {
        return clip.steps().stream().map(ClipsTest::step).toList();
    }

    private static String step(ClipStep step) {
        return step.thread() + " until "
                + (step.until() == null
                        ? "end"
                        : step.until().site().position() + "#" + step.until().occurrence());
    }
}
