// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * The time limit of the call that a thread is in, and whether that call is a sleep, which has no limit in this sense.
 * The thread itself writes it; the watchdog reads what is volatile. {@link ProgramTimeouts} collects what has expired.
 */
final class TimeLimit {
    private final DirectedThread thread;

    /** 0 when the thread is in no such call. */
    private volatile long nanos;
    /** When the call began. */
    private volatile long since;

    /** Whether the next call with a limit is a sleep. */
    private boolean sleeps;

    private int sleepSite;
    /** Where the thread slept last while it was directed; 0 when it did not. */
    private int sleptAt;

    TimeLimit(DirectedThread thread) {
        this.thread = thread;
    }

    /** The thread is about to sleep or to yield. */
    void beforePause(int site) {
        sleeps = true;
        sleepSite = site;
    }

    void afterPause() {
        sleeps = false;
    }

    /** A call with this limit begins. */
    void begin(long limit, ProgramTimeouts timeouts) {
        end(timeouts); // of a call that has thrown
        if (!sleeps) {
            since = System.nanoTime();
            nanos = limit;
        } else if (sleptAt == sleepSite) {
            timeouts.sleepsAgain(thread);
        } else if (!thread.scheduler.isFree()) {
            sleptAt = sleepSite;
        }
        sleeps = false;
    }

    /** The call has returned, if the thread was in one. */
    void end(ProgramTimeouts timeouts) {
        long limit = nanos;
        if (limit > 0) {
            nanos = 0;
            if (System.nanoTime() - since >= limit) {
                timeouts.expired(thread, limit);
            }
        }
    }

    /** Reports it if it has expired, although the call has not returned, or has thrown. */
    void check(ProgramTimeouts timeouts) {
        long limit = nanos;
        if (limit > 0 && System.nanoTime() - since >= limit) {
            timeouts.expired(thread, limit);
        }
    }

    /** Whether the thread is in a call with a limit. */
    boolean isSet() {
        return nanos != 0;
    }
}
