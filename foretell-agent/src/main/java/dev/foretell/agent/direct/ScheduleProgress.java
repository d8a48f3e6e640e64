// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.clip.Outcome;

/** How far the script has come. Guarded by the baton. */
final class ScheduleProgress {
    private final Schedule script;
    private final OutcomeFile notes;
    /** Null until a thread ends the program. */
    private DirectedThread leaving;

    private boolean closing;
    private int step;
    private long since = System.nanoTime();

    ScheduleProgress(Schedule script, OutcomeFile notes) {
        this.script = script;
        this.notes = notes;
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
        return step == script.steps.size();
    }

    /** Whether the current step is one of the clip's own, and not one that brings threads together. */
    boolean isOwnStep() {
        return script.isOwnStep(step);
    }

    /** The part of the current step. */
    ThreadSchedule part() {
        return script.steps.get(step);
    }

    /** The thread of the step after the current one; null when there is none, or not yet. */
    DirectedThread nextThread() {
        return step + 1 == script.steps.size() ? null : script.steps.get(step + 1).thread;
    }

    /** Whether the thread of the current step stands where the step ends. */
    boolean isStepReached() {
        if (isOver()) {
            return false;
        }
        DirectedThread thread = part().thread;
        if (thread == null) {
            return isOwnStep() && isOfTheShutdown(part().path);
        }
        ThreadSchedule part = part();
        while (part.stops.get(part.next).step() < step && (thread.ready > 0 || isAtTheEnd(part))) {
            part.next++; // where it was to stop in a step that was passed over
            thread.ready = Math.max(0, thread.ready - 1);
        }
        if (part.stops.get(part.next).step() < step) {
            return false;
        }
        StopPoint stop = part.stops.get(part.next);
        boolean left = stop.passed() != null && stop.passed().isLeftBehind(thread);
        return stop.spot() != null ? thread.ready > 0 || left : isAtTheEnd(part);
    }

    /** Whether the part's next stop is the end of its thread, and the thread is there: it does nothing more. */
    private static boolean isAtTheEnd(ThreadSchedule part) {
        ThreadState state = part.thread.state;
        return part.stops.get(part.next).spot() == null && (state == ThreadState.ENDED || state == ThreadState.LEAVING);
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
        ThreadSchedule part = part();
        part.next++;
        if (part.thread != null && part.thread.ready > 0) {
            part.thread.ready--;
        }
        if (script.isOwnStep(step)) {
            notes.add(Outcome.STEP, Integer.toString(step + 1));
        }
        step++;
        if (step == script.clip.steps().size()) {
            notes.add(Outcome.FOLLOWED, "");
        }
        since = System.nanoTime();
    }
}
