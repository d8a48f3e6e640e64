// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.AnalysisOptions;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.Clips;
import dev.foretell.analysis.Prediction;
import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DefUseOrderDetectorTest {
    private static final String SET = "A|acq(l)|1\nA|w(x)|2\nA|rel(l)|3\n";
    private static final String USE = "B|acq(l)|4\nB|r(x)|5\nB|rel(l)|6\n";
    private static final String CLEAR = "C|acq(l)|7\nC|w(x)|8\nC|rel(l)|9\n";

    private static List<String> groups(String text, ObservedUsages earlierRuns) throws IOException {
        Trace trace = TextTrace.parse(text);
        return new DefUseOrderDetector(earlierRuns)
                .detect(new TraceModel(trace)).groups().stream()
                        .map(group -> text(trace, group))
                        .toList();
    }

    private static String text(Trace trace, CandidateGroup group) {
        int[] events = group.instances().get(0);
        return trace.site(trace.siteOf(events[0])).line() + " before "
                + trace.site(trace.siteOf(events[1])).line() + ": " + group.label();
    }

    private static List<String> groups(String text) throws IOException {
        return groups(text, new ObservedUsages());
    }

    @Test
    void aReadCanComeBeforeTheWriteItSawAndAfterTheNext() throws IOException {
        assertThat(groups(SET + USE + CLEAR))
                .containsExactlyInAnyOrder("5 before 2: overdue use", "8 before 5: premature redefinition");
    }

    @Test
    void whatIsKeptInOrderIsNoCandidate() throws IOException {
        assertThat(groups(SET + "A|fork(B)|10\n" + USE)).isEmpty();
        assertThat(groups("A|fork(B)|10\n" + USE + "B|end()|11\nA|join(B)|12\n" + SET))
                .isEmpty();
        assertThat(groups(SET + "A|vw(f)|10\nB|vr(f)|11\n" + USE)).containsExactly("11 before 10: overdue use");
    }

    /** What B has read before it acquires the lock again is its own. */
    @Test
    void onlyOtherThreadsCount() throws IOException {
        assertThat(groups("A|w(x)|1\nA|r(x)|2\nB|r(y)|3\n")).isEmpty();
    }

    @Test
    void aLoopIsOneCandidateGroup() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            text.append(SET).append(USE);
        }
        assertThat(groups(text.toString()))
                .containsExactlyInAnyOrder(
                        "5 before 2: overdue use", "2 before 5: premature redefinition, order varies");
        UsageTable table = new UsageTable(new TraceModel(TextTrace.parse(text.toString())));
        assertThat(table.predefs().size()).isEqualTo(2);
        assertThat(table.predefs().seen()).isEqualTo(500);
    }

    /** Nine iterations, one in the middle of which takes another branch. */
    private static String loop(boolean first) {
        StringBuilder loop = new StringBuilder(first ? "A|w(x)|1\n" : "");
        for (int i = 0; i < 9; i++) {
            loop.append("B|r(x)|5\n").append(i == 5 ? "B|w(z)|6\n" : "");
        }
        return loop + (first ? "" : "A|w(x)|1\n") + "A|r(z)|2\n";
    }

    @Test
    void ofALoopTheInstanceIsKeptAfterWhichABranchChanged() throws IOException {
        for (boolean first : new boolean[] {true, false}) {
            Trace trace = TextTrace.parse(loop(first));
            UsageTable table = new UsageTable(new TraceModel(trace));
            UsageTable.Relations relations = first ? table.predefs() : table.redefs();
            List<Integer> times = new ArrayList<>();
            for (int row = 0; row < relations.size(); row++) {
                if (trace.kind(relations.use(row)).isRead() && trace.thread(relations.use(row)) == trace.thread(1)) {
                    times.add(trace.occurrence(relations.use(row)));
                }
            }
            assertThat(times).as("written first: %s", first).contains(1, 6, 9).hasSizeLessThanOrEqualTo(4);
        }
    }

    @Test
    void howOftenABranchChangesDoesNotMatter() throws IOException {
        StringBuilder text = new StringBuilder("A|w(x)|1\n");
        for (int i = 0; i < 500; i++) {
            text.append("B|r(x)|5\nB|w(z)|").append(10 + i % 100).append('\n');
        }
        UsageTable table = new UsageTable(new TraceModel(TextTrace.parse(text + "A|r(z)|2\n")));
        assertThat(table.predefs().seen()).isEqualTo(501);
        assertThat(table.predefs().size()).isLessThanOrEqualTo(2 + UsageTable.BRANCH_CHANGES + 1);
    }

    /** The events of each schedule that is to be tried when the first does no harm, as thread's line and time. */
    private static List<String> others(String text) throws IOException {
        Trace trace = TextTrace.parse(text);
        return analyze(text, new ObservedUsages(), "order").stream()
                .flatMap(prediction -> prediction.others().stream())
                .map(other -> other.candidate().events().stream()
                        .map(e -> trace.site(trace.siteOf(e)).line() + "#" + trace.occurrence(e))
                        .collect(Collectors.joining(" before ")))
                .toList();
    }

    @Test
    void otherTimesRoundALoopAreTried() throws IOException {
        assertThat(others(loop(false))).contains("1#1 before 5#6", "1#1 before 5#1");
    }

    @Test
    void aReadPassesAllWritesOfARow() throws IOException {
        assertThat(others("A|vw(x)|1\nA|vw(x)|2\nC|vw(x)|3\nB|vr(x)|5\n")).containsExactly("5#1 before 1#1");
        assertThat(others("B|vr(x)|5\nC|vw(x)|3\nA|vw(x)|1\nA|vw(x)|2\n")).containsExactly("2#1 before 5#1");
        assertThat(others("A|vw(x)|1\nB|vr(x)|5\n")).as("there is but one").isEmpty();
        assertThat(others("A|vw(x)|1\nB|vw(x)|4\nA|vw(x)|2\nA|vw(x)|3\nB|vr(x)|5\n"))
                .as("its own write stays before it")
                .contains("5#1 before 2#1")
                .doesNotContain("5#1 before 1#1");
        assertThat(others("A|vw(x)|1\nA|fork(B)|7\nA|vw(x)|2\nA|vw(x)|3\nB|vr(x)|5\n"))
                .as("what came before it was started stays there")
                .containsExactly("5#1 before 2#1");
    }

    @Test
    void anOrderThatVariesInOneRunIsUnlikely() throws IOException {
        assertThat(groups(USE + SET + USE)).contains("5 before 2: overdue use, order varies");
        assertThat(groups(USE + SET + USE)).contains("2 before 5: premature redefinition, order varies");
    }

    @Test
    void anOrderThatVariesBetweenRunsIsUnlikely() throws IOException {
        ObservedUsages same = new ObservedUsages();
        same.add(TextTrace.parse(SET + USE));
        assertThat(groups(SET + USE, same)).containsExactly("5 before 2: overdue use");
        ObservedUsages other = new ObservedUsages();
        other.add(TextTrace.parse(USE + SET));
        assertThat(groups(SET + USE, other)).containsExactly("5 before 2: overdue use, order varies");
        assertThat(groups(USE + CLEAR, other)).containsExactly("8 before 5: premature redefinition");
        ObservedUsages cleared = new ObservedUsages();
        cleared.add(TextTrace.parse(CLEAR + USE));
        assertThat(groups(USE + CLEAR, cleared)).containsExactly("8 before 5: premature redefinition, order varies");
    }

    private static List<Prediction> analyze(String text, ObservedUsages earlierRuns, String... detectors)
            throws IOException {
        return new Analyzer(
                        new AnalysisOptions(Set.of(detectors), List.of(), List.of(), Regions.Policy.LOCKS, earlierRuns))
                .analyze(TextTrace.parse(text)).predictions().stream()
                        .filter(prediction -> !prediction.candidate().pattern().contains("lock"))
                        .toList();
    }

    @Test
    void theNarrowIntervalGivesAWitnessAndTheWideOneAGuess() throws IOException {
        assertThat(analyze("A|vw(f)|1\nB|vr(f)|2\n", new ObservedUsages(), "order"))
                .extracting(Prediction::verdict)
                .containsExactly(Prediction.Verdict.WITNESSED);
        List<Prediction> guessed = analyze(SET + USE, new ObservedUsages(), "order");
        assertThat(guessed).extracting(Prediction::verdict).containsExactly(Prediction.Verdict.POSSIBLE);
        assertThat(guessed.get(0).witness().schedule()).containsExactly(3, 4, 5, 0);
    }

    /** The clip has no step after a read from another write, not even the release. */
    @Test
    void theClipOfAGuessLeavesTheThreadOfTheReadToItself() throws IOException {
        String text = SET + USE + "B|acq(l)|10\nB|r(x)|11\nB|rel(l)|12\n";
        Trace trace = TextTrace.parse(text);
        Prediction guess = analyze(text, new ObservedUsages(), "order").stream()
                .filter(prediction -> prediction.witness() != null)
                .findFirst()
                .orElseThrow();
        assertThat(new Clips(trace, List.of(), Map.of())
                        .of(guess).steps().stream()
                                .map(step -> step.thread()
                                        + (step.past() ? " past " : " until ")
                                        + (step.until() == null
                                                ? "end"
                                                : step.until().site().line())))
                .containsExactly("B past 5", "A until 2");
    }

    @Test
    void noGuessIsMadeAboutAnOrderThatVariesNorTwiceAboutTwoPlaces() throws IOException {
        ObservedUsages other = new ObservedUsages();
        other.add(TextTrace.parse(USE + SET));
        assertThat(analyze(SET + USE, other, "order"))
                .extracting(Prediction::verdict)
                .containsExactly(Prediction.Verdict.OTHER_VALUES);
        // B reads x only if it has read y, so a race on x is a guess, and so is the order.
        String both = "A|w(x)|1\nA|acq(l)|2\nA|w(y)|3\nA|rel(l)|4\nB|acq(l)|5\nB|r(y)|6\nB|rel(l)|7\nB|r(x)|8\n";
        assertThat(analyze(both, new ObservedUsages(), "order", "race"))
                .filteredOn(prediction -> prediction.verdict() == Prediction.Verdict.POSSIBLE)
                .extracting(prediction -> prediction.candidate().kind().id())
                .containsExactly("race", "order");
        assertThat(analyze(both, new ObservedUsages(), "order"))
                .filteredOn(prediction -> prediction.verdict() == Prediction.Verdict.POSSIBLE)
                .hasSize(2);
    }
}
