// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionsTest {
    /** The region of each access, in the order of the trace. */
    private static List<Integer> regions(String text, Regions.Policy policy) throws IOException {
        Trace trace = TextTrace.parse(text);
        Regions regions = new Regions(new TraceModel(trace), policy);
        List<Integer> numbers = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isAccess()) {
                numbers.add(regions.of(e));
            }
        }
        return numbers;
    }

    @Test
    void takesTheOutermostOfNestedLocksAndNothingOutside() throws IOException {
        String text =
                "A|r(x)|1\nA|acq(l)|2\nA|r(x)|3\nA|acq(m)|4\nA|r(x)|5\nA|rel(m)|6\nA|r(x)|7\nA|rel(l)|8\nA|r(x)|9\n"
                        + "A|acq(l)|10\nA|r(x)|11\nA|rel(l)|12\nB|acq(l)|13\nB|w(x)|14\n";
        assertThat(regions(text, Regions.Policy.LOCKS)).containsExactly(-1, 0, 0, 0, -1, 1, 2);
    }

    @Test
    void keepsARegionOpenFromHandToHand() throws IOException {
        String text = "A|acq(l)|1\nA|r(x)|2\nA|acq(m)|3\nA|rel(l)|4\nA|r(x)|5\nA|rel(m)|6\nA|r(x)|7\n";
        assertThat(regions(text, Regions.Policy.LOCKS)).containsExactly(0, 0, -1);
    }

    @Test
    void takesSharesOfLocksToo() throws IOException {
        String text = "A|r(x)|1\nA|acqs(l)|2\nA|r(x)|3\nA|rels(l)|4\nA|r(x)|5\nA|acq(l)|6\nA|r(x)|7\nA|acqs(l)|8\n"
                + "A|rel(l)|9\nA|r(x)|10\nA|rels(l)|11\nA|r(x)|12\n";
        assertThat(regions(text, Regions.Policy.LOCKS)).containsExactly(-1, 0, -1, 1, 1, -1);
    }

    @Test
    void isCutByForkJoinWaitAndNotify() throws IOException {
        String text = "A|acq(l)|1\nA|acq(m)|1\nA|r(x)|2\nA|fork(B)|3\nA|r(x)|4\nA|notify(l)|5\nA|r(x)|6\nB|end|6\n"
                + "A|join(B)|7\nA|r(x)|8\nA|notifyAll(l)|9\nA|r(x)|10\nA|rel(m)|11\n"
                + "A|wake(m)|12\nA|acq(m)|13\nA|r(x)|14\n";
        assertThat(regions(text, Regions.Policy.LOCKS)).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void takesMethodsThatWereNamed() throws IOException {
        String text = "A|regionBegin|1\nA|r(x)|2\nA|regionBegin|3\nA|r(x)|4\nA|regionEnd|5\nA|acq(l)|6\nA|r(x)|7\n"
                + "A|rel(l)|8\n"
                + "A|r(x)|9\nA|regionEnd|10\nA|r(x)|11\n";
        assertThat(regions(text, Regions.Policy.LOCKS)).containsExactly(0, 0, 0, 0, -1);
    }

    @Test
    void leavesOutTheRootWhenEveryMethodIsRecorded() throws IOException {
        String text = "A|regionBegin|1\nA|r(x)|2\nA|regionBegin|3\nA|r(x)|4\nA|regionBegin|5\nA|r(x)|6\nA|regionEnd|7\n"
                + "A|r(x)|8\nA|regionEnd|9\nA|r(x)|10\nA|acq(l)|11\nA|r(x)|12\nA|rel(l)|13\nA|regionBegin|14\n"
                + "A|r(x)|15\n";
        assertThat(regions(text, Regions.Policy.METHODS)).containsExactly(-1, 0, 0, 0, -1, 1, 2);
    }

    @Test
    void knowsWhereARegionLiesAndWhetherItWrites() throws IOException {
        Trace trace = TextTrace.parse("A|acq(l)|1\nA|r(x)|2\nA|rel(l)|3\nB|acq(l)|4\nB|w(x)|5\nB|rel(l)|6\n");
        Regions regions = new Regions(new TraceModel(trace), Regions.Policy.LOCKS);
        assertThat(regions.count()).isEqualTo(2);
        assertThat(List.of(regions.thread(1), regions.start(1), regions.end(1))).containsExactly(1, 1, 3);
        assertThat(regions.writes(0)).isFalse();
        assertThat(regions.writes(1)).isTrue();
    }
}
