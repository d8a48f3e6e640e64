// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example of the paper's section 2; events are numbered from 1 there. */
class BipedExampleTest {
    private static final String[] EVENTS = {
        "t1|w(x)", "t1|fork(t2)", "t1|fork(t3)", "t2|begin()", "t3|begin()",
        "t2|acq(a)", "t2|w(x)", "t2|rel(a)", "t2|publish(9)", "t1|observe(9)",
        "t1|publish(11)", "t3|observe(11)", "t3|acq(a)", "t3|r(x)", "t3|rel(a)",
        "t2|acq(b)", "t2|publish(17)", "t2|w(z)", "t2|rel(b)", "t2|w(y)",
        "t2|end()", "t3|observe(17)", "t3|acq(b)", "t3|r(z)", "t3|rel(b)",
        "t3|r(y)", "t3|end()", "t1|acq(a)", "t1|w(x)", "t1|rel(a)",
        "t1|join(t2)", "t1|join(t3)", "t1|w(z)"
    };

    private TraceModel model;
    private Intervals intervals;
    private CommunicationTree tree;

    @BeforeEach
    void read() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int k = 1; k <= EVENTS.length; k++) {
            text.append(EVENTS[k - 1]).append('|').append(k).append('\n');
        }
        model = new TraceModel(TextTrace.parse(text.toString()));
        assertThat(model.trace().size()).isEqualTo(EVENTS.length);
        intervals = new Intervals(model);
        tree = new CommunicationTree(model);
    }

    private static List<String> pairs(UsageTable.Relations relations) {
        List<String> pairs = new ArrayList<>();
        for (int row = 0; row < relations.size(); row++) {
            pairs.add((relations.use(row) + 1) + "," + (relations.definition(row) + 1));
        }
        return pairs;
    }

    @Test
    void theTableHoldsTheExpectedRelationsBetweenThreads() {
        UsageTable table = new UsageTable(model);
        assertThat(pairs(table.predefs())).containsExactlyInAnyOrder("14,7", "24,18", "26,20");
        assertThat(pairs(table.redefs())).containsExactlyInAnyOrder("14,29", "24,33");
    }

    /** The paper's interval for reordering two events, in its notation: latest, earliest. */
    private String interval(int later, int earlier) {
        List<Intervals.Interval> around = intervals.around(later - 1, earlier - 1);
        Intervals.Interval last = around.get(around.size() - 1);
        return (last.latest() + 1) + "," + (last.earliest() + 1);
    }

    @Test
    void intervalsAreThoseOfTheTactics() {
        assertThat(interval(14, 7)).isEqualTo("15,6");
        assertThat(interval(24, 18)).isEqualTo("25,16");
        assertThat(interval(26, 20)).isEqualTo("26,20");
        assertThat(interval(29, 14)).isEqualTo("30,13");
        // The paper has 23 here, but 24 is as safe: t3 holds b there, and what moves needs only a.
        assertThat(interval(33, 24)).isEqualTo("33,24");
    }

    private boolean possible(int latest, int earliest) {
        Intervals.Interval interval = new Intervals.Interval(latest - 1, earliest - 1);
        boolean backward = tree.new Walk().canMoveBackward(interval, -1);
        assertThat(tree.new Walk().canMoveForward(interval)).isEqualTo(backward);
        return backward;
    }

    @Test
    void twoIntervalsArePossibleAndThreeAreNot() {
        assertThat(possible(26, 20)).isTrue();
        assertThat(possible(30, 13)).isTrue();
        assertThat(possible(15, 6)).isFalse();
        assertThat(possible(25, 16)).isFalse();
        assertThat(possible(33, 23)).isFalse();
        assertThat(possible(33, 24)).isFalse();
    }

    /** The last schedule for these events: up to the one that is next. */
    private List<Integer> schedule(int first, int next) {
        List<int[]> schedules = new IntervalMove(model, tree).schedules(new int[] {first - 1, next - 1});
        return Arrays.stream(schedules.get(schedules.size() - 1))
                .map(e -> e + 1)
                .boxed()
                .toList();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    /**
     * The paper's sub-schedules 22, 23, 24, 25, 26, 20, 21 and 28, 29, 30, 13 ... 27, up to where the order is
     * violated.
     */
    @Test
    void schedulesMoveTheEventsOfTheInterval() {
        List<Integer> overdue = new ArrayList<>(range(1, 19));
        overdue.addAll(range(22, 26));
        assertThat(schedule(26, 20)).isEqualTo(overdue);
        List<Integer> premature = new ArrayList<>(range(1, 12));
        premature.addAll(range(28, 30));
        premature.add(13);
        assertThat(schedule(29, 14)).isEqualTo(premature);
        for (int[] events : new int[][] {{13, 6}, {23, 17}, {32, 23}}) {
            assertThat(new IntervalMove(model, tree).schedules(events)).isEmpty();
        }
    }
}
