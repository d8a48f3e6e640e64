// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnomalyKindTest {
    @Test
    void ownKindsHaveDifferentIdsAndLettersOfFindings() {
        List<AnomalyKind> own = AnomalyKind.own();
        assertThat(own).extracting(AnomalyKind::id).doesNotHaveDuplicates().allMatch(id -> AnomalyKind.own(id) != null);
        assertThat(own)
                .filteredOn(kind -> kind != AnomalyKind.SCHEDULE)
                .extracting(AnomalyKind::letter)
                .containsExactly("R", "D", "A", "S", "O", "P", "F");
    }

    @Test
    void titlesNameTheVariableThePatternAndThePlaces() {
        List<String> places = List.of("A.java:12", "A.java:7");
        assertThat(AnomalyKind.RACE.title("A.x", "r-w", false, places)).isEqualTo("data race on A.x");
        assertThat(AnomalyKind.ATOMICITY.title("A.x", "r-w-r", true, List.of())).isEqualTo("check-then-act on A.x");
        assertThat(AnomalyKind.PATTERN.title("A.x", "stale", false, places)).isEqualTo("pattern stale on A.x");
        assertThat(AnomalyKind.FAILURE.title("", "exit", false, List.of())).isEqualTo("failure");
        assertThat(AnomalyKind.ORDER.title("A.x", "overdue use", true, places))
                .isEqualTo("A.x is read at A.java:12 before it is set at A.java:7 (overdue use)");
        assertThat(AnomalyKind.ORDER.title("A", "notify-wait", true, places)).isEqualTo("lost notification on A");
    }

    @Test
    void retryFollowsFromTheArrangementUnlessHarmDecides() {
        assertThat(AnomalyKind.RACE.retry()).isEqualTo(Retry.OTHER_ORDER);
        assertThat(AnomalyKind.ASV.retry()).isEqualTo(Retry.WHILE_HARMLESS);
        assertThat(AnomalyKind.DEADLOCK.retry()).isEqualTo(Retry.NEVER);
        assertThat(AnomalyKind.ORDER.retry()).isEqualTo(Retry.TO_REPEAT_HARM);
        assertThat(AnomalyKind.ORDER.isJudgedByHarm()).isTrue();
    }

    @Test
    void foreignKindIsKnownByItsArrangement() {
        AnomalyKind cycle = AnomalyKind.foreign("ring", EventArrangement.LOCK_CYCLE);
        assertThat(cycle.isLockCycle()).isTrue();
        assertThat(cycle.letter()).isEqualTo("R");
        assertThat(cycle.eventsNeeded()).isEqualTo("two or more");
        assertThat(cycle.title("A, B", "lock-lock", false, List.of())).isEqualTo("ring on A, B");
        assertThat(cycle).isEqualTo(AnomalyKind.named("ring").build()).hasToString("ring");
        assertThat(AnomalyKind.foreign("twice", EventArrangement.AT_ONCE).eventsNeeded())
                .isEqualTo("exactly two");
    }
}
