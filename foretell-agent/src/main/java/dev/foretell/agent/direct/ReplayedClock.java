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

        private boolean wasRead;
        private long lastRead;
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

    /** The time for a thread that read {@code recorded} here. The program sees multiples of {@code unit}. */
    synchronized long replay(long recorded, long unit, long real, ThreadTime own) {
        long wanted = floor(recorded + own.moved, unit);
        long time = Math.max(wanted, floor(latest, unit));
        if (own.wasRead) {
            long away = real - own.real - own.held;
            if (away > wanted - own.lastRead + UNSEEN_NANOS) {
                time = Math.max(time, floor(own.lastRead + away, unit));
            }
        }
        own.moved += time - wanted;
        return returnTime(time, real, own);
    }

    /** The time for a thread that has no recorded time here. */
    synchronized long continued(long unit, long real, ThreadTime own) {
        long time = latest + Math.max(0, real - latestReal);
        if (own.wasRead) {
            time = Math.max(time, own.lastRead + Math.max(0, real - own.real));
        }
        return returnTime(floor(time, unit), real, own);
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

    /** How far the real clock is ahead of what this thread would read without a recorded time. */
    synchronized long realOffset(ThreadTime own) {
        long offset = latestReal - latest;
        return own.wasRead ? Math.min(offset, own.real - own.lastRead) : offset;
    }

    private long returnTime(long time, long real, ThreadTime own) {
        if (time >= latest) {
            latest = time;
            latestReal = real;
        }
        own.wasRead = true;
        own.lastRead = time;
        own.real = real;
        own.held = 0;
        return time;
    }

    private static long floor(long value, long unit) {
        return value - Math.floorMod(value, unit);
    }
}
