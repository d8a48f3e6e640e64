// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * An event that a clip expects before the last one of its anomaly, or that ends a step: its thread's n-th at a point.
 * All that changes is guarded by the scheduler's lock.
 */
final class ExpectedEvent {
    final ThreadSchedule threadSchedule;
    final SchedulePoint point;
    final int occurrence;
    /** Part of the anomaly. */
    private final boolean promised;

    /** Its position among the events passed, from 1; 0 when it has not been passed. */
    int order;
    /** As it was passed. */
    AccessSnapshot snapshot;
    /** Its thread has reached another probe since, so the event has happened. */
    boolean happened;
    /**
     * Its thread was switched away from between the probe and the access: what happened meanwhile may have come first.
     */
    boolean orderUncertain;

    ExpectedEvent(ThreadSchedule threadSchedule, SchedulePoint point, int occurrence, boolean promised) {
        this.threadSchedule = threadSchedule;
        this.point = point;
        this.occurrence = occurrence;
        this.promised = promised;
    }

    /** Its thread, the running one, executes it now. */
    void passed(DirectedThread thread, AccessSnapshot seen, SequenceCheck sequenceCheck) {
        if (promised) {
            sequenceCheck.passes(thread, this, seen);
        } else if (!happened) {
            thread.eventInProgress = this;
        }
    }
}
