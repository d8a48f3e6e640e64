// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.analysis.model.Deadline;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static Trace races() throws IOException {
        StringBuilder text = new StringBuilder("T1|fork(T2)|1\n");
        for (int i = 0; i < 20; i++) {
            text.append("T1|w(x").append(i).append(")|").append(10 + i).append('\n');
        }
        for (int i = 0; i < 20; i++) {
            text.append("T2|r(x").append(i).append(")|").append(50 + i).append('\n');
        }
        return TextTrace.parse(text.toString());
    }

    private static AnalysisResult analyze(Deadline deadline) throws IOException {
        return new Analyzer(AnalysisOptions.of(Set.of("race", "deadlock")), deadline).analyze(races());
    }

    @Test
    void withoutOneEverythingIsTried() throws IOException {
        AnalysisResult result = analyze(Deadline.NONE);
        assertThat(result.truncated()).isEmpty();
        assertThat(result.predictions()).hasSize(20).allMatch(one -> one.verdict() == Prediction.Verdict.WITNESSED);
    }

    /** The clock counts how often it is read. */
    @Test
    void whatWasNotTriedUntilThenIsUndecidedAndSaid() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        AnalysisResult result = analyze(new Deadline(() -> looks.incrementAndGet() > 5));
        assertThat(result.predictions()).hasSize(20);
        assertThat(result.predictions().get(0).verdict()).isEqualTo(Prediction.Verdict.WITNESSED);
        long undecided = result.predictions().stream()
                .filter(one -> one.verdict() == Prediction.Verdict.UNDECIDED)
                .count();
        assertThat(undecided).isBetween(1L, 19L);
        assertThat(result.truncated())
                .containsExactly(undecided + " candidates were not tried: the time for the analysis was over");
    }

    @Test
    void aCheckLooksAtTheClockOnlyNowAndThenAndStaysOver() {
        AtomicInteger looks = new AtomicInteger();
        Deadline deadline = new Deadline(() -> looks.incrementAndGet() > 1);
        for (int i = 0; i < 300; i++) {
            deadline.check();
        }
        assertThat(looks).hasValue(1);
        assertThat(deadline.isOver()).isTrue();
        assertThatThrownBy(deadline::check).isInstanceOf(Deadline.OutOfTime.class);
        assertThatThrownBy(deadline::checkNow).isInstanceOf(Deadline.OutOfTime.class);
        assertThat(looks).hasValue(2);
    }
}
