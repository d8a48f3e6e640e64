// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlockDetectorTest {
    private static List<int[]> cycles(String text) throws IOException {
        return new DeadlockDetector()
                .detect(new TraceModel(TextTrace.parse(text))).groups().stream()
                        .map(group -> group.instances().get(0))
                        .toList();
    }

    private static String nested(String thread, String... locks) {
        StringBuilder text = new StringBuilder();
        for (String lock : locks) {
            text.append(thread + "|acq(" + lock + ")|" + (lock.charAt(0) - 'a') + "\n");
        }
        for (int i = locks.length - 1; i >= 0; i--) {
            text.append(thread + "|rel(" + locks[i] + ")|0\n");
        }
        return text.toString();
    }

    @Test
    void findsTwoThreadsThatNestTwoLocksInOppositeOrder() throws IOException {
        List<int[]> cycles = cycles(nested("A", "l", "m") + nested("B", "m", "l"));
        assertThat(cycles).hasSize(1);
        assertThat(cycles.get(0)).containsExactly(1, 5);
    }

    @Test
    void passesOverTheSameOrderAGateLockAndThreadsOneAfterTheOther() throws IOException {
        assertThat(cycles(nested("A", "l", "m") + nested("B", "l", "m"))).isEmpty();
        assertThat(cycles(nested("A", "g", "l", "m") + nested("B", "g", "m", "l")))
                .isEmpty();
        assertThat(cycles(nested("A", "l", "m") + "A|fork(B)|9\n" + nested("B", "m", "l")))
                .isEmpty();
        assertThat(cycles(nested("A", "l", "m") + nested("A", "m", "l"))).isEmpty();
    }

    /** A tryLock does not block; a lock that it has acquired is held as any other. */
    @Test
    void passesOverLocksThatMayBeRefused() throws IOException {
        String keeps = "C|acq(m)|90\nA|tryAcquireFailed(m)|7\nC|rel(m)|91\n";
        String tries = keeps + "A|acq(l)|6\nA|acq(m)|7\nA|rel(m)|8\nA|rel(l)|9\n";
        assertThat(cycles(tries + nested("B", "m", "l"))).isEmpty();
        String first = keeps + "A|acq(m)|7\nA|acq(l)|6\nA|rel(l)|8\nA|rel(m)|9\n";
        assertThat(cycles(first + nested("B", "l", "m"))).hasSize(1);
    }

    @Test
    void findsCirclesOfThreeOnce() throws IOException {
        List<int[]> cycles = cycles(nested("A", "l", "m") + nested("B", "m", "n") + nested("C", "n", "l"));
        assertThat(cycles).hasSize(1);
        assertThat(cycles.get(0)).containsExactly(1, 5, 9);
    }

    @Test
    void findsACircleOfManyOnceAndTheShortOnesBefore() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            text.append(nested("T" + i, "l" + i, "l" + (i + 1) % 9));
        }
        text.append(nested("U", "l1", "l0"));
        List<int[]> cycles = cycles(text.toString());
        assertThat(cycles).hasSize(2);
        assertThat(cycles.get(0)).hasSize(2);
        assertThat(cycles.get(1)).hasSize(9);
    }

    @Test
    void passesOverTheReacquireAfterAWait() throws IOException {
        String text = """
                A|acq(l)|1
                A|acq(m)|2
                A|rel(l)|3
                A|wake(l)|3
                A|acq(l)|3
                A|rel(m)|4
                A|rel(l)|4
                """ + nested("B", "l", "m");
        assertThat(cycles(text)).isEmpty();
    }

    private static String nested(String thread, String outer, String first, String inner, String second) {
        return thread + "|" + outer + "(" + first + ")|1\n" + thread + "|" + inner + "(" + second + ")|2\n" + thread
                + "|" + outer.replace("acq", "rel") + "(" + first + ")|3\n" + thread + "|"
                + inner.replace("acq", "rel") + "(" + second + ")|4\n";
    }

    @Test
    void sharedHoldersExcludeOnlyExclusiveAcquires() throws IOException {
        assertThat(cycles(nested("A", "acqs", "l", "acq", "m") + nested("B", "acqs", "m", "acq", "l")))
                .singleElement()
                .isEqualTo(new int[] {1, 5});
        assertThat(cycles(nested("A", "acq", "l", "acqs", "m") + nested("B", "acq", "m", "acqs", "l")))
                .hasSize(1);
        assertThat(cycles(nested("A", "acqs", "l", "acqs", "m") + nested("B", "acq", "m", "acq", "l")))
                .hasSize(1);
        assertThat(cycles(nested("A", "acqs", "l", "acqs", "m") + nested("B", "acqs", "m", "acqs", "l")))
                .isEmpty();
        assertThat(cycles(nested("A", "acqs", "l", "acqs", "m") + nested("B", "acqs", "m", "acq", "l")))
                .as("one of the two can go on")
                .isEmpty();
    }

    @Test
    void aGateLockHeldSharedPreventsNoDeadlock() throws IOException {
        String both = "A|GATE(g)|0\n" + nested("A", "acq", "l", "acq", "m") + "A|OPEN(g)|0\nB|GATE(g)|0\n"
                + nested("B", "acq", "m", "acq", "l") + "B|OPEN(g)|0\n";
        assertThat(cycles(both.replace("GATE", "acqs").replace("OPEN", "rels"))).hasSize(1);
        assertThat(cycles(both.replace("GATE", "acq").replace("OPEN", "rel"))).isEmpty();
    }
}
