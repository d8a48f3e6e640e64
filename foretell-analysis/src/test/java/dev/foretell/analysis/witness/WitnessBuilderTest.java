// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Events are numbered from 0, line by line. */
class WitnessBuilderTest {
    private static WitnessBuilder.Answer find(String text, int... events) throws IOException {
        return new WitnessBuilder(new TraceModel(TextTrace.parse(text))).find(events);
    }

    private static void assertRefuted(String reason, String text, int... events) throws IOException {
        WitnessBuilder.Answer answer = find(text, events);
        assertThat(answer.verdict()).isEqualTo(WitnessBuilder.Verdict.IMPOSSIBLE);
        assertThat(answer.reason()).isEqualTo(reason);
    }

    @Test
    void namesTheReadThatForbidsIt() throws IOException {
        assertRefuted(
                "T2 reads ready at X.java:9, which T1 writes at X.java:6, after its own event at X.java:5 in program"
                        + " order",
                """
                T1|w(data)|X.java:5
                T1|w(ready)|X.java:6
                T2|r(ready)|X.java:9
                T2|r(data)|X.java:10
                """,
                0,
                3);
    }

    @Test
    void namesTheForkTheJoinAndTheNotifyThatForbidIt() throws IOException {
        assertRefuted(
                "T2 is started by T1 at 2, after its own event at 1 in program order",
                "T1|w(x)|1\nT1|fork(T2)|2\nT2|w(x)|3\n",
                0,
                2);
        assertRefuted(
                "T1 waits at 3 for T2 to end, but that event must be next",
                "T2|w(x)|2\nT1|join(T2)|3\nT1|w(x)|4\n",
                0,
                2);
        assertRefuted("T2 waits at 2 until T1 notifies it at 5, after its own event at 4 in program order", """
                T2|acq(l)|1
                T2|rel(l)|2
                T1|acq(l)|3
                T1|w(x)|4
                T1|notify(l)|5
                T1|rel(l)|6
                T2|wake(l)|2
                T2|acq(l)|2
                T2|w(x)|7
                """, 3, 8);
    }

    @Test
    void namesTheLockThatForbidsIt() throws IOException {
        assertRefuted(
                "T2 and T1 would both hold lock l, acquired at 4 and at 1",
                "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|w(x)|5\n",
                1,
                4);
    }

    @Test
    void reversesTheOrderOfCriticalSections() throws IOException {
        WitnessBuilder.Answer answer = find("""
                T1|acq(l)|1
                T1|w(x)|2
                T1|rel(l)|3
                T2|acq(l)|4
                T2|rel(l)|5
                T2|w(x)|6
                """, 1, 5);
        assertThat(answer.schedule()).containsExactly(3, 4, 0);
        assertThat(answer.by()).isEqualTo("pecan");
    }

    @Test
    void usesALockThatIsNeverReleasedLast() throws IOException {
        String text = """
                T1|acq(l)|1
                T1|rel(l)|2
                T1|w(x)|3
                T2|acq(l)|4
                T2|w(x)|5
                """;
        assertThat(find(text, 2, 4).schedule()).containsExactly(0, 1, 3);
        // T2 depends on a write of T1 under l, and T1 never releases l: T3 cannot hold it too.
        String dead = """
                T3|acq(l)|5
                T3|w(x)|6
                T3|rel(l)|7
                T1|acq(l)|1
                T1|w(y)|2
                T2|r(y)|3
                T2|w(x)|4
                """;
        assertRefuted("T1 and T3 would both hold lock l, acquired at 1 and at 5", dead, 1, 6);
    }

    @Test
    void switchesThreadsNoMoreThanItMust() throws IOException {
        WitnessBuilder.Answer answer = find("""
                T1|w(a)|1
                T2|w(b)|2
                T1|w(a)|3
                T2|w(b)|4
                T1|w(x)|5
                T2|w(x)|6
                """, 4, 5);
        assertThat(answer.schedule()).containsExactly(0, 2, 1, 3);
    }

    /** Readers of the second of two writes, to be placed before it: each has to be a free read. */
    private static WitnessBuilder.Answer readersBetweenTwoWrites(int readers) throws IOException {
        StringBuilder text = new StringBuilder("W|w(x)|1\nW|w(x)|2\n");
        int[] pattern = new int[readers + 2];
        for (int i = 0; i < readers; i++) {
            text.append("R" + i + "|r(x)|3\n");
            pattern[i + 1] = i + 2;
        }
        pattern[readers + 1] = 1;
        return new WitnessBuilder(new TraceModel(TextTrace.parse(text.toString()))).find(Goal.inOrder(pattern));
    }

    @Test
    void saysUnknownWhereTooManyReadsWouldHaveToBeFree() throws IOException {
        assertThat(readersBetweenTwoWrites(4).verdict()).isEqualTo(WitnessBuilder.Verdict.FOUND);
        assertThat(readersBetweenTwoWrites(30).verdict()).isEqualTo(WitnessBuilder.Verdict.UNKNOWN);
    }

    @Test
    void namesTheSharedLockAndThePermitThatForbidIt() throws IOException {
        assertRefuted(
                "B acquires a permit of s at 3, which A releases at 2, after its own event at 1 in program order",
                "A|w(x)|1\nA|permitRelease(s)|2\nB|permitAcquire(s)|3\nB|w(x)|4\n",
                0,
                3);
        assertRefuted(
                "A and B would both hold lock l, acquired at 1 and at 4",
                "A|acqs(l)|1\nA|r(x)|2\nA|rels(l)|3\nB|acq(l)|4\nB|w(x)|5\nB|rel(l)|6\n",
                1,
                4);
    }

    @Test
    void severalSharedSectionsStayOpenTogether() throws IOException {
        WitnessBuilder.Answer answer = find("""
                A|acqs(l)|1
                A|w(x)|2
                A|rels(l)|3
                C|acq(l)|4
                C|rel(l)|5
                B|acqs(l)|6
                B|w(x)|7
                B|rels(l)|8
                """, 1, 6);
        assertThat(answer.verdict()).isEqualTo(WitnessBuilder.Verdict.FOUND);
        assertThat(answer.schedule()).containsExactlyInAnyOrder(0, 5);
    }
}
