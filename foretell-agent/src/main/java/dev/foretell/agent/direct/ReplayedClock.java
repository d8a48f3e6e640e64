// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * A clock that says again what it said in the recorded run, and is still a clock: nobody sees it go back, whoever asked
 * before, and nobody sees less time go by than he waited for. A recorded time is given as it is while that holds;
 * otherwise a later one is, and all later times of that thread are moved by as much, so that it never sees less time
 * between two of them than in the recorded run. Without a recorded time the clock goes on from the latest one given, as
 * fast as the real one. So a loop that asks until some time has come gets there.
 */
final class ReplayedClock {
    /**
     * A thread that was away so much longer than in the recorded run, without being held, has waited somewhere unseen
     * and may know how long. Less is what a busy machine does to any thread.
     */
    private static final long UNSEEN_NANOS = 1_000_000_000;

    /** One thread's view; used by that thread only. */
    static final class ThreadTime {
        /** How much later it is for this thread than it was in the recorded run. */
        private long moved;

        private boolean asked;
        private long answer;
        private long real;

        /** Since the last answer: how long it was held by the director, or waited for something that came. */
        private long held;

        void held(long nanos) {
            held += nanos;
        }
    }

    /** The latest time given to anyone, and when that was. */
    private long latest;

    private long latestReal;

    /** A clock that stands where the recorded one stood when recording began. */
    ReplayedClock(long recordedStart, long realStart) {
        this.latest = recordedStart;
        this.latestReal = realStart;
    }

    /** The time for a thread that was told {@code recorded} here. The program sees multiples of {@code unit}. */
    synchronized long replay(long recorded, long unit, long real, ThreadTime line) {
        long wanted = floor(recorded + line.moved, unit);
        long answer = Math.max(wanted, floor(latest, unit));
        if (line.asked) {
            long away = real - line.real - line.held;
            if (away > wanted - line.answer + UNSEEN_NANOS) {
                answer = Math.max(answer, floor(line.answer + away, unit));
            }
        }
        line.moved += answer - wanted;
        return returnTime(answer, real, line);
    }

    /** The time for a thread that was told nothing here. */
    synchronized long continued(long unit, long real, ThreadTime line) {
        long answer = latest + Math.max(0, real - latestReal);
        if (line.asked) {
            answer = Math.max(answer, line.answer + Math.max(0, real - line.real));
        }
        return returnTime(floor(answer, unit), real, line);
    }

    /** The latest time given. */
    synchronized long latest() {
        return latest;
    }

    /** Somebody knows that so much time has gone by since then: nobody may see less. */
    synchronized void passed(long since, long nanos, long real) {
        if (since + nanos > latest) {
            latest = since + nanos;
            latestReal = real;
        }
    }

    /** How far the real clock is ahead of what this thread would be told without a recorded time. */
    synchronized long realOffset(ThreadTime line) {
        long offset = latestReal - latest;
        return line.asked ? Math.min(offset, line.real - line.answer) : offset;
    }

    private long returnTime(long answer, long real, ThreadTime line) {
        if (answer >= latest) {
            latest = answer;
            latestReal = real;
        }
        line.asked = true;
        line.answer = answer;
        line.real = real;
        line.held = 0;
        return answer;
    }

    private static long floor(long value, long unit) {
        return value - Math.floorMod(value, unit);
    }
}
