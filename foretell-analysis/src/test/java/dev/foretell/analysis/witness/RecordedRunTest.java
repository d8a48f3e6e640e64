// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RecordedRunTest {
    private static int[] schedule(String text) throws IOException {
        Trace trace = TextTrace.parse(text);
        return new RecordedRun(new TraceModel(trace)).schedule(trace.size());
    }

    @Test
    void letsEachThreadRunAsLongAsItCan() throws IOException {
        assertThat(schedule("A|w(x)|1\nB|w(y)|2\nA|w(z)|3\nB|w(u)|4\n")).containsExactly(0, 2, 1, 3);
    }

    /** A loop that waits is interrupted twice; both interrupts in a row would count as one. */
    @Test
    void keepsAnInterruptBetweenTheEventsOfItsThread() throws IOException {
        int[] schedule = schedule("""
                A|acq(l)|1
                A|rel(l)|2
                B|interrupt(A)|3
                A|wake(l)|2
                A|acq(l)|2
                A|observe(A)|2
                A|rel(l)|2
                B|interrupt(A)|3
                A|wake(l)|2
                A|acq(l)|2
                A|observe(A)|2
                A|rel(l)|4
                """);
        assertThat(schedule).containsSubsequence(1, 2, 3).containsSubsequence(6, 7, 8);
    }

    @Test
    void keepsTheOrderOfTwoInterruptsOfOneThread() throws IOException {
        int[] schedule = schedule("""
                B|w(x)|1
                C|interrupt(A)|2
                B|interrupt(A)|3
                C|w(y)|4
                A|w(z)|5
                """);
        assertThat(schedule).containsSubsequence(1, 2, 4);
    }
}
