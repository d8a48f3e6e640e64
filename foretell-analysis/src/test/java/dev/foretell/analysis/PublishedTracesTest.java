// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.ReorderingOracle;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.analysis.witness.WitnessChecker;
import dev.foretell.trace.Trace;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces published with papers and tools, and the numbers known for them; see {@link PublishedTraces}. */
@Tag(PublishedTraces.TAG)
class PublishedTracesTest {
    /**
     * Races as their collector counts them, except 6 and 12, where brute force finds more pairs of events (30 and 9).
     */
    @ParameterizedTest
    @CsvSource({
        "1,0", "2,1", "3,0", "4,1", "5,1", "6,30", "7,2", "8,3", "9,1", "10,0", "11,1", "12,9", "13,4", "14,1", "15,1",
        "16,1", "17,1", "18,1", "19,4", "20,0", "21,1", "22,0", "23,3", "24,1", "25,1", "26,0", "27,4", "28,1"
    })
    void findsThePredictableRacesOfEachFigure(int number, int races) throws IOException {
        Trace trace = PublishedTraces.read("figures/Test" + number + ".std");
        WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
        ReorderingOracle oracle = new ReorderingOracle(trace);
        int found = 0;
        for (int a = 0; a < trace.size(); a++) {
            for (int b = a + 1; b < trace.size(); b++) {
                if (ConflictingAccesses.are(trace, a, b)) {
                    boolean witnessed = builder.find(a, b).verdict() == WitnessBuilder.Verdict.FOUND;
                    assertThat(witnessed).as("%d and %d", a, b).isEqualTo(oracle.together(a, b));
                    found += witnessed ? 1 : 0;
                }
            }
        }
        assertThat(found).isEqualTo(races);
    }

    /** At least what sync-preserving prediction finds; exactly what exhaustive prediction finds where that is known. */
    @ParameterizedTest
    @CsvSource({
        "account, 3, 3",
        "twostage, 4, 1000000",
        "mergesort, 5, 5",
        "clean, 60, 1000000",
        "bubblesort, 269, 1000000",
        "lang, 400, 1000000",
        "jigsaw, 6, 1000000"
    })
    void findsTheRacyEventsOfRecordedRuns(String name, int syncPreserving, int exhaustive) throws IOException {
        Trace trace = PublishedTraces.read("java/" + name + ".std");
        WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
        int racy = 0;
        for (int later = 0; later < trace.size(); later++) {
            for (int e = later - 1; e >= 0; e--) {
                if (ConflictingAccesses.are(trace, e, later)
                        && builder.find(e, later).verdict() == WitnessBuilder.Verdict.FOUND) {
                    racy++;
                    break;
                }
            }
        }
        assertThat(racy).isBetween(syncPreserving, exhaustive);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account",
                "twostage",
                "mergesort",
                "clean",
                "bubblesort",
                "lang",
                "jigsaw",
                "sunflow",
                "readerswriters",
                "bufwriter",
                "ftpserver",
                "moldyn",
                "derby"
            })
    void givesOnlyCheckedWitnessesForRecordedRuns(String name) throws IOException {
        Trace trace = PublishedTraces.read("java/" + name + ".std");
        AnalysisResult result = new Analyzer(Set.copyOf(Detectors.ids())).analyze(trace);
        WitnessChecker checker = new WitnessChecker(trace);
        assertThat(PublishedTraces.witnessed(result))
                .isNotEmpty()
                .allSatisfy(p -> assertThat(checker.problem(
                                p.witness().schedule(),
                                Goal.of(p.candidate().shape(), p.witness().anomaly())))
                        .isEmpty());
        assertThat(result.predictions()).noneMatch(p -> p.verdict() == Prediction.Verdict.UNDECIDED);
    }

    /**
     * As reported, one for each set of places. In StringBuffer and Dbcp1 one thread acquires the second lock at two
     * places; as patterns of threads and locks these are one each, see {@link PublishedCountsTest}.
     */
    @ParameterizedTest
    @CsvSource({
        "Account, 0",
        "Bensalem, 1",
        "Dbcp1, 2",
        "Dbcp2, 0",
        "Deadlock, 0",
        "DiningPhil, 1",
        "StringBuffer, 2",
        "Transfer, 0"
    })
    void findsTheDeadlocksThatCanHappen(String name, int deadlocks) throws IOException {
        Trace trace = PublishedTraces.read("deadlocks/" + name + ".std");
        AnalysisResult result = new Analyzer(Set.of("deadlock")).analyze(trace);
        assertThat(PublishedTraces.witnessed(result)).hasSize(deadlocks);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hb-arraylist-109", "hb-arraylist-120", "hb-treeset-101", "hb-treeset-107", "hb-treeset-113",
                "hb-treeset-122", "hb-treeset-130", "hb-treeset-142", "hb-treeset-151", "shb-arraylist-115",
                "shb-arraylist-43", "shb-arraylist-66"
            })
    void findsTheInjectedRaceThatOthersMiss(String name) throws IOException {
        Trace trace = PublishedTraces.read("injected/" + name + ".std");
        AnalysisResult result = new Analyzer(Set.of("race")).analyze(trace);
        assertThat(PublishedTraces.witnessed(result))
                .anySatisfy(p -> assertThat(p.candidate().events().stream()
                                .map(e -> trace.site(trace.siteOf(e)).line()))
                        .containsExactlyInAnyOrder(9999, 10000));
    }
}
