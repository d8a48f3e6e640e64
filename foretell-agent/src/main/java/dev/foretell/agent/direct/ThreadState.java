// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** What a thread does, as far as the director observes it. */
enum ThreadState {
    /** Another thread is about to start it. */
    NEW,
    /** Started; it has not reached a probe yet, and may never do so. */
    STARTED,
    /** The scheduler switched to it. */
    RUNNING,
    /** Held at a probe, by its gate. */
    HELD,
    /** In {@code Object.wait}. */
    WAITING,
    /**
     * Has returned from {@code Object.wait} too early: it waits on, a millisecond at a time, see {@link EarlyWakeups}.
     */
    WOKEN,
    /** In {@code Thread.join}. */
    JOINING,
    /** Switched away from for the time of a sleep or yield. */
    PAUSED,
    /** Blocks or computes in code without probes; the scheduler has switched away from it. */
    AWAY,
    /**
     * Ends the program, by {@code exit} or {@code halt}, as soon as the schedule is over; it does nothing else any
     * more.
     */
    LEAVING,
    ENDED
}
