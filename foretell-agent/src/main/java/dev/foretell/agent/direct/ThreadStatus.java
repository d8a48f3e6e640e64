// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * The state of one thread, as observed by the scheduler. Every field is guarded by the scheduler's lock. The watchdog
 * also reads {@code state} without it, right after it held the lock: a state that changes meanwhile costs it one poll.
 */
final class ThreadStatus {
    ThreadState state = ThreadState.NEW;
    /** How many of its stops are exactly where it is held. */
    int stopsReached;
    /** The monitor it enters next, if it is held before one; else null. */
    Object nextMonitor;
    /** The thread it joins. */
    DirectedThread joins;
    /** How many polls in a row found it blocked without time limit and without an interrupt. */
    int blockedPolls;
    /** Its wait may be over, or has a time limit. */
    boolean mayWake;
    /** A single notify was called while it was {@link ThreadState#WOKEN}; it may have consumed it. */
    boolean mayHaveConsumedNotify;

    /** The thread stops running; whether it is blocked is not known yet. */
    void stop(ThreadState stopped) {
        state = stopped;
        blockedPolls = 0;
    }

    /** Whether two polls in a row found it blocked: until another thread acts, it stays so. */
    boolean isBlockedForGood() {
        return blockedPolls >= 2;
    }
}
