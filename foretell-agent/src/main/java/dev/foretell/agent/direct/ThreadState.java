// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** What a thread is doing, as far as the director can know. */
enum ThreadState {
    /** Somebody is about to start it. */
    NEW,
    /** Started; it has not met a probe yet, and may never do so. */
    STARTED,
    /** Has the baton. */
    RUNNING,
    /** Stands at a probe, held by its gate. */
    HELD,
    /** In {@code Object.wait}. */
    WAITING,
    /** Has come back from {@code Object.wait} before its turn: it waits on, a millisecond at a time. */
    WOKEN,
    /** In {@code Thread.join}. */
    JOINING,
    /** Has given the baton away for the time of a sleep or yield. */
    PAUSED,
    /** Blocks in code that has no probes, or computes there; it has lost the baton meanwhile. */
    AWAY,
    /**
     * Ends the program, by {@code exit} or {@code halt}, as soon as the script is over; it does nothing else any more.
     */
    LEAVING,
    ENDED
}
