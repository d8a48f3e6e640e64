// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The figures of the PECAN paper. Lines are the numbers of the figures. */
class PecanFiguresTest {
    private static final String FIGURE_1 = """
            T1|fork(T2)|1
            T2|w(x)|5
            T1|r(x)|2
            T1|r(y)|3
            T2|w(x)|6
            T2|w(y)|7
            """;

    @Test
    void figure1HasItsThreeRaces() throws IOException {
        Trace trace = TextTrace.parse(FIGURE_1);
        List<Prediction> races = races(trace);
        assertThat(races).allMatch(p -> p.verdict() == Prediction.Verdict.WITNESSED);
        assertThat(races.stream().map(p -> lines(trace, p.witness().anomaly())))
                .containsExactlyInAnyOrder(List.of(5, 2), List.of(2, 6), List.of(3, 7));
    }

    @Test
    void figure1ReachesItsErrorByTheSchedule152673() throws IOException {
        Trace trace = TextTrace.parse(FIGURE_1);
        Prediction race = race(trace, 3, 7);
        assertThat(lines(trace, race.witness().schedule())).containsExactly(1, 5, 2, 6);

        Clip clip = new Clips(trace, List.of("java", "Figure1"), Map.of()).of(race);

        assertThat(clip.kind()).isEqualTo(AnomalyKind.RACE);
        assertThat(clip.title()).isEqualTo("Data race on y: read at 3 (T1) with write at 7 (T2)");
        assertThat(clip.steps().stream().map(PecanFiguresTest::step))
                .containsExactly("T1 until 2", "T2 until 6", "T1 until 3", "T2 until 7");
        assertThat(clip.anomaly().stream().map(point -> point.site().line())).containsExactly(3, 7);
        assertThat(clip.order()).containsExactly(0, 1);
        assertThat(clip.threads()).containsOnlyKeys("T1", "T2");
    }

    @Test
    void figure4MovesTheDependentEventsOutOfTheWay() throws IOException {
        Trace trace = TextTrace.parse("""
                T1|w(a)|1
                T1|w(x)|2
                T1|w(a)|3
                T2|w(b)|4
                T2|w(x)|5
                T2|w(b)|6
                """);
        Prediction race = race(trace, 2, 5);
        assertThat(lines(trace, race.witness().schedule())).containsExactly(1, 4);
        assertThat(lines(trace, race.witness().anomaly())).containsExactly(2, 5);
    }

    @Test
    void figure5IsRefutedBecauseTheForkHappensUnderTheLock() throws IOException {
        Trace trace = TextTrace.parse("""
                T1|acq(l)|1
                T1|fork(T2)|2
                T1|w(x)|3
                T1|rel(l)|4
                T2|begin|5
                T2|acq(l)|6
                T2|rel(l)|7
                T2|w(x)|8
                """);
        Prediction race = race(trace, 3, 8);
        assertThat(race.verdict()).isEqualTo(Prediction.Verdict.REFUTED);
        assertThat(race.reason()).contains("lock l").contains("T1").contains("T2");
    }

    @Test
    void figure5WithoutTheForkMovesTheOutermostLock() throws IOException {
        Trace trace = TextTrace.parse("""
                T1|fork(T2)|0
                T1|acq(l)|1
                T1|w(a)|2
                T1|w(x)|3
                T1|rel(l)|4
                T2|begin|5
                T2|acq(l)|6
                T2|rel(l)|7
                T2|w(x)|8
                """);
        Prediction race = race(trace, 3, 8);
        assertThat(lines(trace, race.witness().schedule())).containsExactly(0, 5, 6, 7, 1, 2);
        assertThat(lines(trace, race.witness().anomaly())).containsExactly(3, 8);
        assertThat(race.witness().by()).isEqualTo("pecan");
    }

    private static List<Prediction> races(Trace trace) {
        return new Analyzer(Set.of("race")).analyze(trace).predictions();
    }

    private static Prediction race(Trace trace, Integer... lines) {
        return races(trace).stream()
                .filter(p -> p.candidate().events().stream()
                        .map(e -> trace.site(trace.siteOf(e)).line())
                        .toList()
                        .equals(List.of(lines)))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> lines(Trace trace, int[] events) {
        return Arrays.stream(events)
                .mapToObj(e -> trace.site(trace.siteOf(e)).line())
                .toList();
    }

    private static String step(ClipStep step) {
        ClipPoint until = step.until();
        return step.thread() + " until " + (until == null ? "end" : until.site().position());
    }
}
