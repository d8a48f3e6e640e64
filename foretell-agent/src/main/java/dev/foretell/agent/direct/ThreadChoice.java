// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.List;

/**
 * Who gets the baton: the thread of the current step if it can run; else the owner of the monitor it needs; else the
 * one that the script needs soonest; else any, in the order in which they were started. Threads that had their turn and
 * only spun come after all others. Guarded by the baton.
 */
final class ThreadChoice {
    private final Scheduler baton;
    private final List<DirectedThread> threads;

    ThreadChoice(Scheduler baton, List<DirectedThread> threads) {
        this.baton = baton;
        this.threads = threads;
    }

    /** {@code due} is the thread of the current step, null when it does not exist yet. Null when nobody can run. */
    DirectedThread next(DirectedThread due) {
        while (true) {
            if (due != null && !due.yielded && canRun(due)) {
                return due;
            }
            DirectedThread blocker = due == null ? null : blocker(due);
            for (int i = 0; i < threads.size() && blocker != null; i++) {
                if (!blocker.yielded && canRun(blocker)) {
                    return blocker;
                }
                blocker = blocker(blocker);
            }
            DirectedThread best = null;
            boolean somebodyYielded = false;
            for (DirectedThread thread : threads) {
                somebodyYielded |= thread.yielded;
                if (!thread.yielded && canRun(thread) && (best == null || rank(thread) < rank(best))) {
                    best = thread;
                }
            }
            if (best != null || !somebodyYielded) {
                return best;
            }
            for (DirectedThread thread : threads) {
                thread.yielded = false;
            }
        }
    }

    boolean canRun(DirectedThread thread) {
        if (thread.ready > 0
                || thread.threadSchedule != null
                        && thread.threadSchedule.inAnomaly
                        && !thread.threadSchedule.hasStop()) {
            return false; // at its stop, or at the last one
        }
        return switch (thread.state) {
            case STARTED, PAUSED -> true;
            case HELD -> thread.monitor == null || baton.ownerOrRunner(thread.monitor) == null;
            case WAITING -> thread.mayWake && baton.ownerOrRunner(thread.waitingOn) == null;
            case WOKEN -> baton.ownerOrRunner(thread.waitingOn) == null;
            case JOINING -> thread.joins.state == ThreadState.ENDED;
            case NEW, RUNNING, AWAY, LEAVING, ENDED -> false;
        };
    }

    /**
     * Whether a thread that was to run to its end has come as far as it can, while others wait for their steps: the
     * recorded run may have been over before that thread was.
     */
    boolean isDrained(DirectedThread thread) {
        boolean waits = thread.state == ThreadState.WAITING && !thread.mayWake
                || thread.state == ThreadState.JOINING && thread.joins.state != ThreadState.ENDED;
        DirectedThread owner =
                thread.state == ThreadState.HELD && thread.monitor != null ? baton.ownerOrRunner(thread.monitor) : null;
        if (waits || owner != null && (owner.threadSchedule == null || !owner.threadSchedule.hasStop())) {
            for (DirectedThread other : threads) {
                if (other != thread
                        && other.threadSchedule != null
                        && other.threadSchedule.hasStop()
                        && (other.ready > 0 || canRun(other))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether a thread blocks where no probe is, such as a worker of a pool that has no task, while others stand at
     * their stops: only they can bring what it waits for. To be asked when nobody can run.
     */
    boolean isStalled(DirectedThread thread) {
        if (thread.state != ThreadState.AWAY || thread.foreverPolls < 2) {
            return false;
        }
        for (DirectedThread other : threads) {
            if (other != thread && other.state == ThreadState.HELD && other.ready > 0) {
                return true;
            }
        }
        return false;
    }

    boolean somebodyElse(DirectedThread runner) {
        for (DirectedThread thread : threads) {
            if (thread != runner && canRun(thread)) {
                return true;
            }
        }
        return false;
    }

    /** Nobody can run, and nothing but a thread that runs could change that. */
    boolean isHopeless() {
        return isHopeless(false);
    }

    /**
     * The same; {@code closing} when the JVM shuts down, so that nothing from outside will wake a thread that blocks
     * where no probe is.
     */
    boolean isHopeless(boolean closing) {
        for (DirectedThread thread : threads) {
            boolean changesByItself = switch (thread.state) {
                case NEW, HELD, WOKEN, LEAVING, ENDED -> false;
                case JOINING, WAITING -> thread.foreverPolls < 2;
                case AWAY -> !closing || thread.foreverPolls < 2;
                case STARTED, RUNNING, PAUSED -> true;
            };
            if (changesByItself) {
                return false;
            }
        }
        return true;
    }

    /** The thread that has what the other one needs, as far as that is known. */
    DirectedThread blocker(DirectedThread thread) {
        return switch (thread.state) {
            case HELD -> thread.monitor == null ? null : baton.ownerOrRunner(thread.monitor);
            case AWAY -> thread.awaits;
            case NEW, STARTED, RUNNING, WAITING, WOKEN, JOINING, PAUSED, LEAVING, ENDED -> null;
        };
    }

    /** How long a borrower may run: until he is done if he has what the thread of the step needs. */
    long turn(DirectedThread borrower, DirectedThread due) {
        if (due != null && canRun(due)) {
            return Watchdog.SLICE_NANOS;
        }
        boolean needed = due != null && blocker(due) == borrower;
        return needed || !somebodyElse(borrower) ? Long.MAX_VALUE : 5 * Watchdog.SLICE_NANOS;
    }

    private static long rank(DirectedThread thread) {
        ThreadSchedule threadSchedule = thread.threadSchedule;
        long step = threadSchedule != null && threadSchedule.hasStop()
                ? threadSchedule.stops.get(threadSchedule.next).step()
                : Integer.MAX_VALUE;
        return step * 2 + (thread.state == ThreadState.STARTED ? 1 : 0);
    }
}
