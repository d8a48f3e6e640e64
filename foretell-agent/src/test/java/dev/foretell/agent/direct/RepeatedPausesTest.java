// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is a busy wait, by the times of its pauses. */
class RepeatedPausesTest {
    private static final int HERE = 1;
    private static final int THERE = 2;

    private final RepeatedPauses pauses = new RepeatedPauses();
    private long now = 1_000_000_000_000L;

    /** Pauses so often, at this distance of time, and returns after how many of them it was a busy wait; 0 if never. */
    private int pause(int times, int site, long distance) {
        for (int i = 1; i <= times; i++) {
            now += distance;
            if (pauses.becomeBusyWait(site, now)) {
                return i;
            }
        }
        return 0;
    }

    @Test
    void manyPausesForLongAtOnePlaceAreABusyWait() {
        int first = pause(1000, HERE, Watchdog.SPIN_NANOS / 50);
        assertThat(first).isEqualTo(52);
        assertThat(pause(1000, HERE, Watchdog.SPIN_NANOS / 50))
                .as("counted anew")
                .isEqualTo(51);
    }

    @Test
    void fewLongPausesAreNone() {
        assertThat(pause(7, HERE, Watchdog.SPIN_NANOS / 2)).isZero();
        assertThat(pause(1, HERE, Watchdog.SPIN_NANOS / 2)).as("the eighth").isEqualTo(1);
    }

    @Test
    void manyShortPausesAreNone() {
        assertThat(pause(1000, HERE, Watchdog.SPIN_NANOS / 1000)).isZero();
    }

    @Test
    void anotherPlaceOrALongTimeBeginsAnew() {
        for (int i = 0; i < 20; i++) {
            assertThat(pause(7, HERE, Watchdog.SPIN_NANOS / 2)).isZero();
            assertThat(pause(1, THERE, Watchdog.SPIN_NANOS / 2)).isZero();
        }
        assertThat(pause(100, HERE, Watchdog.SPIN_NANOS + 1)).isZero();
    }
}
