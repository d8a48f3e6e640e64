// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.WitnessChecker;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.EventArrangement;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Atomicity, atomic sets and user patterns from a trace to a verdict, a witness and a title. */
class SequentialAnomaliesTest {
    private static final String APPEND = """
            writer|acq(log)|1
            writer|acq(line)|10
            writer|r(Buffer.length)|11
            writer|rel(line)|12
            writer|acq(line)|20
            writer|r(Buffer.length)|21
            writer|rel(line)|22
            writer|rel(log)|2
            cleaner|acq(line)|30
            cleaner|w(Buffer.length)|31
            cleaner|rel(line)|32
            """;

    @Test
    void witnessesATripleOfOneRegion() throws IOException {
        Trace trace = TextTrace.parse(APPEND);
        Prediction prediction = only(trace, "atomicity");
        assertThat(prediction.candidate().pattern()).isEqualTo("r-w-r");
        assertThat(prediction.candidate().composed()).isFalse();
        witnessed(trace, prediction);
        assertThat(title(trace, prediction))
                .isEqualTo("Atomicity violation on Buffer.length: read at 11 and read at 21 in one region of writer,"
                        + " interleaved by the write at 31 (cleaner)");
    }

    @Test
    void refutesATripleBehindALockThatIsHeldSinceBeforeTheFork() throws IOException {
        // Figure 5's kind: locks and order of the three events allow it, but B cannot reach its event while A holds the
        // lock.
        Trace trace = TextTrace.parse(
                "A|acq(l)|1\nA|fork(B)|2\nA|r(x)|3\nA|r(x)|4\nA|rel(l)|5\nB|acq(l)|6\nB|rel(l)|7\nB|w(x)|8\n");
        Prediction prediction = only(trace, "atomicity");
        assertThat(prediction.verdict()).isEqualTo(Prediction.Verdict.REFUTED);
        assertThat(prediction.reason()).contains("lock l");
    }

    @Test
    void promisesNothingWhereAReadWouldSeeSomethingElse() throws IOException {
        // What the second thread writes may depend on what the first one wrote after its region.
        Trace trace = TextTrace.parse("A|acq(l)|1\nA|r(x)|2\nA|r(x)|3\nA|rel(l)|4\nA|w(y)|5\nB|r(y)|6\nB|w(x)|7\n");
        Prediction prediction = only(trace, "atomicity");
        assertThat(prediction.verdict()).isEqualTo(Prediction.Verdict.POSSIBLE);
        assertThat(prediction.reason()).contains("reads y");
    }

    @Test
    void findsOutThatALockIsNotAboutAVolatileVariable() throws IOException {
        String section = "A|acq(l)|1\nA|vw(x)|2\nA|vw(x)|3\nA|rel(l)|4\n";
        assertThat(isLoose("B|vr(x)|5\n" + section)).isTrue();
        assertThat(isLoose("B|acq(m)|5\nB|vr(x)|6\nB|rel(m)|7\n" + section)).isTrue();
        // Plain data is protected by nothing else; and a lock that both hold protects the variable.
        assertThat(isLoose("B|r(x)|5\n" + section.replace("vw", "w"))).isFalse();
        String torn =
                "A|acq(o)|0\n" + section.replace("A|vw(x)|3", "A|rel(l)|3\nA|acq(l)|3\nA|vw(x)|3") + "A|rel(o)|9\n";
        assertThat(isLoose("B|acq(l)|5\nB|vr(x)|6\nB|rel(l)|7\n" + torn)).isFalse();
    }

    private static boolean isLoose(String text) throws IOException {
        return only(TextTrace.parse(text), "atomicity").candidate().loose();
    }

    @Test
    void witnessesCheckThenAct() throws IOException {
        Trace trace = TextTrace.parse(
                "A|acq(l)|1\nA|r(Registry.map)|2\nA|rel(l)|3\nA|acq(l)|4\nA|w(Registry.map)|5\nA|rel(l)|6\n"
                        + "B|acq(l)|7\nB|w(Registry.map)|8\nB|rel(l)|9\n");
        Prediction prediction = only(trace, "atomicity");
        assertThat(prediction.candidate().composed()).isTrue();
        witnessed(trace, prediction);
        assertThat(title(trace, prediction))
                .isEqualTo("Check-then-act on Registry.map: read at 2 and write at 5 in two regions of A,"
                        + " interleaved by the write at 8 (B)");
    }

    @Test
    void witnessesATornPair() throws IOException {
        Trace trace =
                TextTrace.parse("A|acq(l)|1\nA|r(Range.low)|2\nA|rel(l)|3\nA|acq(l)|4\nA|r(Range.high)|5\nA|rel(l)|6\n"
                        + "B|acq(l)|7\nB|w(Range.low)|8\nB|w(Range.high)|9\nB|rel(l)|10\n");
        Prediction prediction = only(trace, "asv");
        assertThat(prediction.candidate().pattern()).isEqualTo("r-w-w-r");
        assertThat(prediction.candidate().composed()).isTrue();
        witnessed(trace, prediction);
        assertThat(title(trace, prediction))
                .isEqualTo("Torn pair Range.low, Range.high: read of Range.low at 2 and read of Range.high at 5 in two"
                        + " regions of A, interleaved by the write of Range.low at 8 and the write of"
                        + " Range.high at 9 (B)");
    }

    @Test
    void witnessesQuadruplesOfTwoUnits() throws IOException {
        Trace trace = TextTrace.parse("A|acq(l)|1\nA|w(Door.name)|2\nA|w(Door.owner)|3\nA|rel(l)|4\n"
                + "B|acq(m)|5\nB|w(Door.owner)|6\nB|w(Door.name)|7\nB|rel(m)|8\n");
        List<Prediction> predictions = predictions(trace, "asv");
        assertThat(predictions).hasSize(2).allSatisfy(prediction -> witnessed(trace, prediction));
        assertThat(predictions.stream()
                        .map(prediction -> prediction.candidate().shape().regions()))
                .containsExactlyInAnyOrder(List.of(0, 1, 1, 0), List.of(0, 1, 0, 1));
        assertThat(predictions.stream().map(prediction -> prediction.candidate().composed()))
                .containsOnly(false);
        assertThat(predictions.stream().map(prediction -> title(trace, prediction)))
                .anySatisfy(title -> assertThat(title)
                        .isEqualTo("Atomic-set violation on Door.name, Door.owner: write of Door.name at 2 and write of"
                                + " Door.owner at 3 in one region of A, interleaved by the write of"
                                + " Door.owner at 6 and the write of Door.name at 7 (B)"))
                .anySatisfy(title -> assertThat(title)
                        .isEqualTo("Atomic-set violation on Door.name, Door.owner: A and B, each in one region, by"
                                + " turns: write of Door.name at 2 (A), write of Door.owner at 6 (B), write"
                                + " of Door.owner at 3 (A), write of Door.name at 7 (B)"));
    }

    @Test
    void refutesAQuadrupleBehindALockThatIsHeldSinceBeforeTheFork() throws IOException {
        Trace trace = TextTrace.parse("A|acq(l)|1\nA|fork(B)|2\nA|r(x)|3\nA|r(y)|4\nA|rel(l)|5\n"
                + "B|acq(l)|6\nB|rel(l)|7\nB|acq(m)|8\nB|w(x)|9\nB|w(y)|10\nB|rel(m)|11\n");
        assertThat(predictions(trace, "asv")).isNotEmpty().allMatch(p -> p.verdict() == Prediction.Verdict.REFUTED);
    }

    @Test
    void findsAUsersPatternOfThreeThreads() throws IOException {
        PatternFile file = PatternFile.parse("f", """
                pattern stale-copy
                E = e1 - e2 - e3 - e4
                T = t1 - t2 - t1 - t3
                SV = s1 - s1 - s2 - s2
                AR = u1 - u2 - u1 - u3
                AT = r - w - w - r
                """);
        Trace trace = TextTrace.parse("A|acq(l)|1\nA|r(x)|2\nA|w(y)|3\nA|rel(l)|4\nB|w(x)|5\nC|r(y)|6\n");
        AnalysisOptions options =
                new AnalysisOptions(Set.of("pattern"), file.patterns(), List.of(), Regions.Policy.LOCKS);
        List<Prediction> predictions = new Analyzer(options).analyze(trace).predictions();
        assertThat(predictions).hasSize(1);
        Prediction prediction = predictions.get(0);
        assertThat(prediction.candidate().pattern()).isEqualTo("stale-copy");
        assertThat(prediction.candidate().composed()).isFalse();
        witnessed(trace, prediction);
        assertThat(title(trace, prediction))
                .isEqualTo("Pattern stale-copy on x, y: read of x at 2 (A), then write of x at 5 (B), then write of y"
                        + " at 3 (A), then read of y at 6 (C)");
    }

    /** Its clip differs from that of other patterns by how its events are arranged, and is read back as it was. */
    @Test
    void findsAUsersPatternOfEventsThatAreNextAtOnce(@TempDir Path folder) throws IOException {
        PatternFile file = PatternFile.parse("f", """
                pattern read-write-race
                E = e1 - e2
                T = t1 - t2
                SV = s1 - s1
                AR = u1 - u2
                AT = r - w
                together
                """);
        Trace trace = TextTrace.parse("A|r(x)|1\nB|w(x)|2\n");
        AnalysisOptions options =
                new AnalysisOptions(Set.of("pattern"), file.patterns(), List.of(), Regions.Policy.LOCKS);
        Prediction prediction =
                new Analyzer(options).analyze(trace).predictions().get(0);
        witnessed(trace, prediction);
        Clip clip = new Clips(trace, List.of("java", "Main"), Map.of()).of(prediction);
        assertThat(clip.title()).isEqualTo("Pattern read-write-race on x: read at 1 (A) with write at 2 (B)");
        assertThat(ClipFormat.format(clip)).contains("\nkind pattern at-once\n").contains("\nmeet ");
        Path written = folder.resolve("P1.clip");
        ClipFormat.write(clip, written);
        Clip read = ClipFormat.read(written);
        assertThat(read.kind()).isEqualTo(AnomalyKind.PATTERN);
        assertThat(read.kind().arrangement()).isEqualTo(EventArrangement.AT_ONCE);
        assertThat(read.shape()).isEqualTo(clip.shape());
    }

    private static void witnessed(Trace trace, Prediction prediction) {
        assertThat(prediction.verdict()).isEqualTo(Prediction.Verdict.WITNESSED);
        Goal goal = Goal.of(prediction.candidate().shape(), prediction.witness().anomaly());
        assertThat(new WitnessChecker(trace).problem(prediction.witness().schedule(), goal))
                .isEmpty();
    }

    private static String title(Trace trace, Prediction prediction) {
        Clip clip = new Clips(trace, List.of("java", "Main"), Map.of()).of(prediction);
        assertThat(clip.kind()).isEqualTo(prediction.candidate().kind());
        assertThat(clip.shape()).isEqualTo(prediction.candidate().shape());
        return clip.title();
    }

    private static List<Prediction> predictions(Trace trace, String detector) {
        return new Analyzer(Set.of(detector)).analyze(trace).predictions();
    }

    private static Prediction only(Trace trace, String detector) {
        List<Prediction> predictions = predictions(trace, detector);
        assertThat(predictions).hasSize(1);
        return predictions.get(0);
    }
}
