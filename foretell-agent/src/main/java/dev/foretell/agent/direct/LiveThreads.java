// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The threads of the program that have not ended, in the order in which they were started, and which of them can run:
 * each is blocked by a monitor owner, a wait, a join, its own next stop, or not at all. Guarded by the scheduler's
 * lock.
 */
final class LiveThreads implements Iterable<DirectedThread> {
    private final List<DirectedThread> threads = new ArrayList<>();
    private final RunningThread running;

    LiveThreads(RunningThread running) {
        this.running = running;
    }

    void add(DirectedThread thread) {
        threads.add(thread);
    }

    void remove(DirectedThread thread) {
        threads.remove(thread);
    }

    int size() {
        return threads.size();
    }

    @Override
    public Iterator<DirectedThread> iterator() {
        return threads.iterator();
    }

    List<DirectedThread> copy() {
        return new ArrayList<>(threads);
    }

    /** Null when the thread has ended, or was never seen. */
    DirectedThread of(Thread real) {
        for (DirectedThread thread : threads) {
            if (thread.thread == real) {
                return thread;
            }
        }
        return null;
    }

    boolean canRun(DirectedThread thread) {
        if (thread.status.stopsReached > 0
                || thread.threadSchedule != null
                        && thread.threadSchedule.inAnomaly
                        && !thread.threadSchedule.hasStop()) {
            return false; // at its stop, or past its last one
        }
        return switch (thread.status.state) {
            case STARTED, PAUSED -> true;
            case HELD -> thread.status.nextMonitor == null || running.ownerOf(thread.status.nextMonitor) == null;
            case WAITING -> thread.status.mayWake && running.ownerOf(thread.waitingOn) == null;
            case WOKEN -> running.ownerOf(thread.waitingOn) == null;
            case JOINING -> thread.status.joins.status.state == ThreadState.ENDED;
            case NEW, RUNNING, AWAY, LEAVING, ENDED -> false;
        };
    }

    /**
     * Whether a thread that was to run to its end is blocked, while others can run or have reached their stops: the
     * recorded run may have been over before that thread was.
     */
    boolean isBlockedBeforeEnd(DirectedThread thread) {
        boolean waits = thread.status.state == ThreadState.WAITING && !thread.status.mayWake
                || thread.status.state == ThreadState.JOINING && thread.status.joins.status.state != ThreadState.ENDED;
        DirectedThread owner = thread.status.state == ThreadState.HELD && thread.status.nextMonitor != null
                ? running.ownerOf(thread.status.nextMonitor)
                : null;
        if (waits || owner != null && (owner.threadSchedule == null || !owner.threadSchedule.hasStop())) {
            for (DirectedThread other : threads) {
                if (other != thread
                        && other.threadSchedule != null
                        && other.threadSchedule.hasStop()
                        && (other.status.stopsReached > 0 || canRun(other))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether a thread blocks in code without probes, such as an idle worker of a pool, while others are held at their
     * stops: only their later steps can unblock it. To be called when no thread can run.
     */
    boolean needsLaterStep(DirectedThread thread) {
        if (thread.status.state != ThreadState.AWAY || !thread.status.isBlockedForGood()) {
            return false;
        }
        for (DirectedThread other : threads) {
            if (other != thread && other.status.state == ThreadState.HELD && other.status.stopsReached > 0) {
                return true;
            }
        }
        return false;
    }

    boolean anotherCanRun(DirectedThread self) {
        for (DirectedThread thread : threads) {
            if (thread != self && canRun(thread)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether no thread can run, and only a running thread could change that. {@code closing} when the JVM shuts down:
     * then nothing from outside unblocks a thread that blocks in code without probes.
     */
    boolean noneCanContinue(boolean closing) {
        for (DirectedThread thread : threads) {
            boolean changesByItself = switch (thread.status.state) {
                case NEW, HELD, WOKEN, LEAVING, ENDED -> false;
                case JOINING, WAITING -> !thread.status.isBlockedForGood();
                case AWAY -> !closing || !thread.status.isBlockedForGood();
                case STARTED, RUNNING, PAUSED -> true;
            };
            if (changesByItself) {
                return false;
            }
        }
        return true;
    }

    /** The thread that the other one is blocked by; null when that is not known, or it is not blocked. */
    DirectedThread blockerOf(DirectedThread thread) {
        return switch (thread.status.state) {
            case HELD -> thread.status.nextMonitor == null ? null : running.ownerOf(thread.status.nextMonitor);
            case AWAY -> thread.awaits;
            case NEW, STARTED, RUNNING, WAITING, WOKEN, JOINING, PAUSED, LEAVING, ENDED -> null;
        };
    }
}
