// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.clip.Outcome;

/** How far the script has come. Guarded by the baton. */
final class ScheduleProgress {
    private final Schedule schedule;
    private final OutcomeFile outcomeFile;
    /** Null until a thread ends the program. */
    private DirectedThread leaving;

    private boolean closing;
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

    /** Whether the current step is one of the clip's own, and not one that brings threads together. */
    boolean isClipStep() {
        return schedule.isClipStep(step);
    }

    /** The part of the current step. */
    ThreadSchedule threadSchedule() {
        return schedule.steps.get(step);
    }

    /** The thread of the step after the current one; null when there is none, or not yet. */
    DirectedThread nextThread() {
        return step + 1 == schedule.steps.size() ? null : schedule.steps.get(step + 1).thread;
    }

    /** Whether the thread of the current step stands where the step ends. */
    boolean isStepReached() {
        if (isOver()) {
            return false;
        }
        DirectedThread thread = threadSchedule().thread;
        if (thread == null) {
            return isClipStep() && isOfTheShutdown(threadSchedule().path);
        }
        ThreadSchedule part = threadSchedule();
        while (part.stops.get(part.next).step() < step && (thread.ready > 0 || isAtEnd(part))) {
            part.next++; // where it was to stop in a step that was passed over
            thread.ready = Math.max(0, thread.ready - 1);
        }
        if (part.stops.get(part.next).step() < step) {
            return false;
        }
        StopPoint stop = part.stops.get(part.next);
        boolean left = stop.passed() != null && stop.passed().isLeftBehind(thread);
        return stop.point() != null ? thread.ready > 0 || left : isAtEnd(part);
    }

    /** Whether the part's next stop is the end of its thread, and the thread is there: it does nothing more. */
    private static boolean isAtEnd(ThreadSchedule part) {
        ThreadState state = part.thread.state;
        return part.stops.get(part.next).point() == null
                && (state == ThreadState.ENDED || state == ThreadState.LEAVING);
    }

    /**
     * Its thread waits for what only a later step brings. It will stop where it was to stop, whenever it gets there.
     */
    void passOver() {
        step++;
        since = System.nanoTime();
    }

    /**
     * The thread ends the program. What it starts from here on are the program's shutdown hooks, which run as they
     * like.
     */
    void leaves(DirectedThread thread) {
        leaving = thread;
    }

    /** The JVM shuts down: threads of its own that have not begun will not be directed. */
    void closes() {
        closing = true;
    }

    /**
     * Whether this is the path of a thread that begins when the program shuts down, given that it has not begun yet.
     */
    private boolean isOfTheShutdown(String path) {
        return closing && path.startsWith(ThreadRegistry.ORPHANS) || leaving != null && leaving.isYetToStart(path);
    }

    void stepDone() {
        ThreadSchedule part = threadSchedule();
        part.next++;
        if (part.thread != null && part.thread.ready > 0) {
            part.thread.ready--;
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
