// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplayedClockTest {
    private final ReplayedClock clock = new ReplayedClock(1000, 50_000);
    private final ReplayedClock.ThreadTime one = new ReplayedClock.ThreadTime();
    private final ReplayedClock.ThreadTime two = new ReplayedClock.ThreadTime();

    @Test
    void returnsRecordedTimes() {
        assertThat(clock.replay(1100, 1, 60_000, one)).isEqualTo(1100);
        assertThat(clock.replay(1200, 1, 61_000, two)).isEqualTo(1200);
        assertThat(clock.replay(1300, 1, 90_000, one)).isEqualTo(1300);
    }

    @Test
    void neverGoesBackForAnyThread() {
        assertThat(clock.replay(2000, 1, 60_000, one)).isEqualTo(2000);
        assertThat(clock.replay(1500, 1, 61_000, two)).isEqualTo(2000);
        assertThat(clock.replay(1700, 1, 62_000, two))
                .as("as much later as before")
                .isEqualTo(2200);
        assertThat(clock.replay(2100, 1, 63_000, one)).isEqualTo(2200);
    }

    @Test
    void continuesFromTheLatestTimeAtRealSpeed() {
        assertThat(clock.continued(1, 50_300, one)).isEqualTo(1300);
        assertThat(clock.replay(5000, 1, 51_000, two)).isEqualTo(5000);
        assertThat(clock.continued(1, 51_070, one)).isEqualTo(5070);
        assertThat(clock.continued(1, 51_080, two)).isEqualTo(5080);
    }

    @Test
    void continuesForOneThreadWhileAnotherGetsRecordedTimes() {
        assertThat(clock.continued(1, 50_000, one)).isEqualTo(1000);
        assertThat(clock.replay(1001, 1, 90_000, two)).isEqualTo(1001);
        assertThat(clock.continued(1, 90_000, one)).as("40000 later for it").isEqualTo(41_000);
    }

    @Test
    void showsTheTimeThatAThreadWaited() {
        assertThat(clock.replay(1000, 1, 50_000, one)).isEqualTo(1000);
        clock.passed(clock.latest(), 700, 51_000);
        assertThat(clock.replay(1100, 1, 51_000, one)).isEqualTo(1700);
        assertThat(clock.replay(1200, 1, 51_000, one)).isEqualTo(1800);
        clock.passed(1700, 50, 51_000);
        assertThat(clock.replay(1300, 1, 51_000, one))
                .as("who waited less long, and beside it")
                .isEqualTo(1900);
    }

    @Test
    void showsToEveryThreadTheTimeThatAnotherWaited() {
        assertThat(clock.replay(1000, 1, 50_000, one)).isEqualTo(1000);
        clock.passed(clock.latest(), 700, 51_000);
        assertThat(clock.replay(1100, 1, 51_000, two)).isEqualTo(1700);
        clock.passed(clock.latest(), 500, 51_500);
        assertThat(clock.continued(1, 51_510, two)).isEqualTo(2210);
    }

    @Test
    void returnsHowFarTheRealClockIsAhead() {
        assertThat(clock.realOffset(one)).as("before its first read").isEqualTo(49_000);
        assertThat(clock.replay(1500, 1, 60_000, two)).isEqualTo(1500);
        assertThat(clock.realOffset(one)).isEqualTo(58_500);
        assertThat(clock.continued(1, 60_100, one)).isEqualTo(1600);
        assertThat(clock.realOffset(one)).isEqualTo(58_500);
    }

    @Test
    void countsALongUnprobedDelayUnlessTheThreadWasHeld() {
        long time = 2_000_000_000;
        assertThat(clock.replay(1000, 1, 50_000, one)).isEqualTo(1000);
        assertThat(clock.replay(1100, 1, 50_000 + time, one)).isEqualTo(1000 + time);
        assertThat(clock.replay(1200, 1, 50_000 + time, two)).isEqualTo(1000 + time);
        one.held(time);
        assertThat(clock.replay(1300, 1, 50_000 + 2 * time, one)).isEqualTo(1200 + time);
    }

    @Test
    void returnsMultiplesOfTheUnit() {
        ReplayedClock wall = new ReplayedClock(0, 0);
        assertThat(wall.replay(5_000_123, 1, 10, one)).isEqualTo(5_000_123);
        assertThat(wall.replay(5_000_000, 1_000_000, 10, two))
                .as("the same millisecond")
                .isEqualTo(5_000_000);
        assertThat(wall.replay(5_000_000, 1_000_000, 10, one))
                .as("again for who knows more exactly")
                .isEqualTo(5_000_000);
        assertThat(wall.replay(4_000_000, 1_000_000, 10, two)).isEqualTo(5_000_000);
        assertThat(wall.continued(1_000_000, 20, two) % 1_000_000).isZero();
    }

    /**
     * For random reads: no thread sees time go back, and a thread sees at least as much time pass as in the recorded
     * run.
     */
    @Test
    void isMonotonicForRandomReads() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            ReplayedClock tried = new ReplayedClock(0, 0);
            ReplayedClock.ThreadTime[] lines = {
                new ReplayedClock.ThreadTime(), new ReplayedClock.ThreadTime(), new ReplayedClock.ThreadTime()
            };
            long[] recorded = new long[3];
            long[] lastAnswer = {Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE};
            boolean[] lastRecorded = new boolean[3];
            long latest = 0;
            long real = 0;
            for (int i = 0; i < 200; i++) {
                int thread = random.nextInt(3);
                real += random.nextInt(50);
                boolean replay = random.nextInt(4) > 0;
                long step = random.nextInt(100);
                recorded[thread] += replay ? step : 0;
                long answer = replay
                        ? tried.replay(recorded[thread], 1, real, lines[thread])
                        : tried.continued(1, real, lines[thread]);
                assertThat(answer).as("seed %d", seed).isGreaterThanOrEqualTo(latest);
                if (replay && lastRecorded[thread]) {
                    assertThat(answer - lastAnswer[thread]).isGreaterThanOrEqualTo(step);
                }
                latest = answer;
                lastAnswer[thread] = answer;
                lastRecorded[thread] = replay;
            }
        }
    }
}
