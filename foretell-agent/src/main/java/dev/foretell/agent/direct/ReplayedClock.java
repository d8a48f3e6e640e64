// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * A clock that returns the recorded times and is still a clock: no thread sees it go back, whichever thread read it
 * before, and no thread sees less time pass than it waited for. A recorded time is returned as it is while that holds;
 * otherwise a later one is, and all later times of that thread are moved by as much, so that it never sees less time
 * between two of them than in the recorded run. Without a recorded time the clock continues from the latest one
 * returned, as fast as the real one. So a loop that polls the clock until some time terminates. Guarded by itself.
 */
final class ReplayedClock {
    /**
     * A thread that took this much longer than in the recorded run, without being held, has waited in code without
     * probes, and the program may depend on how long. A busy machine delays a thread by less.
     */
    private static final long UNSEEN_NANOS = 1_000_000_000;

    /** One thread's view; used by that thread only. */
    static final class ThreadTime {
        /** How much later it is for this thread than it was in the recorded run. */
        private long moved;

        private boolean wasRead;
        private long lastRead;
        private long real;

        /** Since the last read: how long it was held by the director, or waited for something that happened. */
        private long held;

        void held(long nanos) {
            held += nanos;
        }
    }

    /** The latest time returned to any thread, and the real time then. */
    private long latest;

    private long latestReal;

    /** A clock that begins at the recorded start time. */
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

    /** The latest time returned. */
    synchronized long latest() {
        return latest;
    }

    /** A thread has waited for this time since then: no thread may see less time pass. */
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
