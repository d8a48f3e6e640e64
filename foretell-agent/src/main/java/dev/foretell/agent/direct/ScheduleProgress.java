// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.clip.Outcome;

/** The position in the schedule. Guarded by the scheduler's lock. */
final class ScheduleProgress {
    private final Schedule schedule;
    private final OutcomeFile outcomeFile;
    final ProgramEnd end = new ProgramEnd();
    private int step;
    private long since = System.nanoTime();

    ScheduleProgress(Schedule schedule, OutcomeFile outcomeFile) {
        this.schedule = schedule;
        this.outcomeFile = outcomeFile;
    }

    /** Number of the current step, from 0. */
    int step() {
        return step;
    }

    /** When the current step began. */
    long since() {
        return since;
    }

    boolean isOver() {
        return step == schedule.steps.size();
    }

    /** Whether the current step is one of the clip's steps, and not a point of its anomaly. */
    boolean isClipStep() {
        return schedule.isClipStep(step);
    }

    /** The thread schedule of the current step. */
    ThreadSchedule threadSchedule() {
        return schedule.steps.get(step);
    }

    /** The thread of the step after the current one; null when there is none, or not yet. */
    DirectedThread nextThread() {
        return step + 1 == schedule.steps.size() ? null : schedule.steps.get(step + 1).thread;
    }

    /** Whether the thread of the current step is where the step ends. */
    boolean isStepReached() {
        if (isOver()) {
            return false;
        }
        DirectedThread thread = threadSchedule().thread;
        if (thread == null) {
            return isClipStep() && end.isShutdownThread(threadSchedule().path);
        }
        ThreadSchedule threadSchedule = threadSchedule();
        while (threadSchedule.stops.get(threadSchedule.next).step() < step
                && (thread.status.stopsReached > 0 || isAtEnd(threadSchedule))) {
            threadSchedule.next++; // the stop of a step that was passed over
            thread.status.stopsReached = Math.max(0, thread.status.stopsReached - 1);
        }
        if (threadSchedule.stops.get(threadSchedule.next).step() < step) {
            return false;
        }
        boolean endsAtPoint = threadSchedule.stops.get(threadSchedule.next).point() != null;
        return endsAtPoint ? thread.status.stopsReached > 0 : isAtEnd(threadSchedule);
    }

    /** Whether the next stop is the end of the thread, and it has ended or ends the program. */
    private static boolean isAtEnd(ThreadSchedule threadSchedule) {
        ThreadState state = threadSchedule.thread.status.state;
        return threadSchedule.stops.get(threadSchedule.next).point() == null
                && (state == ThreadState.ENDED || state == ThreadState.LEAVING);
    }

    /** The thread of the step waits for a later step. It will stop at this step's stop whenever it gets there. */
    void passOver() {
        step++;
        since = System.nanoTime();
    }

    void completeStep() {
        ThreadSchedule threadSchedule = threadSchedule();
        threadSchedule.next++;
        if (threadSchedule.thread != null && threadSchedule.thread.status.stopsReached > 0) {
            threadSchedule.thread.status.stopsReached--;
        }
        if (schedule.isClipStep(step)) {
            outcomeFile.add(Outcome.STEP, Integer.toString(step + 1));
        }
        step++;
        if (step == schedule.clip.steps().size()) {
            outcomeFile.add(Outcome.FOLLOWED, "");
        }
        since = System.nanoTime();
    }
}
