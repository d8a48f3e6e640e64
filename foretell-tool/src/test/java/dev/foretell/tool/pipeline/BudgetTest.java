// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private long now = -5_000_000_000L;

    private Budget minutes(int minutes) {
        return new Budget(Duration.ofMinutes(minutes), true, () -> now);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void leavesWhatIsNotUsedToTheNextPhase() {
        Budget budget = minutes(10);
        assertThat(budget.half().atMost(Duration.ofMinutes(15))).isEqualTo(Duration.ofMinutes(5));
        pass(Duration.ofMinutes(2));
        assertThat(budget.remaining()).isEqualTo(Duration.ofMinutes(8));
        assertThat(budget.half().total()).isEqualTo(Duration.ofMinutes(4));
    }

    @Test
    void cutsALimitOnlyWhenLessIsLeft() {
        Budget budget = minutes(1);
        assertThat(budget.atMost(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));
        pass(Duration.ofSeconds(55));
        assertThat(budget.atMost(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void isOverAndStaysSo() {
        Budget budget = minutes(1);
        Budget half = budget.half();
        pass(Duration.ofSeconds(30));
        assertThat(half.isOver()).isTrue();
        assertThat(budget.isOver()).isFalse();
        pass(Duration.ofSeconds(31));
        assertThat(budget.isOver()).isTrue();
        assertThat(budget.remaining()).isZero();
        assertThat(budget.atMost(Duration.ofSeconds(10))).isZero();
    }

    @Test
    void isSaidInWords() {
        assertThat(minutes(30).text()).isEqualTo("30 min");
        assertThat(Budget.text(Duration.ofSeconds(90))).isEqualTo("90 s");
        assertThat(Budget.text(Duration.ofMillis(20))).isEqualTo("20 ms");
        assertThat(Budget.of(null).total()).isEqualTo(Budget.DEFAULT);
        assertThat(Budget.of(null).isGivenByUser()).isFalse();
    }
}
