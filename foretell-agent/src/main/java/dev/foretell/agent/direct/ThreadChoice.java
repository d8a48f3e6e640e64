// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.ArrayList;
import java.util.List;

/**
 * Which thread runs next: the thread of the current step if it can run; else the owner of the monitor it needs; else
 * the one with the earliest step; else any, in the order in which they were started. Threads that have yielded come
 * after all others, until a step is completed or only they can run. Guarded by the scheduler's lock.
 */
final class ThreadChoice {
    private final LiveThreads threads;
    /**
     * Threads that ran without progress; no hash set, which would draw identity hash codes on the program's threads.
     */
    private final List<DirectedThread> yielded = new ArrayList<>();

    ThreadChoice(LiveThreads threads) {
        this.threads = threads;
    }

    boolean hasYielded(DirectedThread thread) {
        return yielded.contains(thread);
    }

    void setYielded(DirectedThread thread, boolean yields) {
        yielded.remove(thread);
        if (yields) {
            yielded.add(thread);
        }
    }

    /** Progress was made: threads that yielded are worth another try. */
    void clearYielded() {
        yielded.clear();
    }

    /** Whether the thread can run and has not yielded. */
    boolean isCandidate(DirectedThread thread) {
        return !yielded.contains(thread) && threads.canRun(thread);
    }

    /**
     * The thread to run next; null when none can run.
     *
     * @param due the thread of the current step, null when it does not exist yet
     */
    DirectedThread next(DirectedThread due) {
        while (true) {
            if (due != null && isCandidate(due)) {
                return due;
            }
            DirectedThread blocker = due == null ? null : threads.blockerOf(due);
            for (int i = 0; i < threads.size() && blocker != null; i++) {
                if (isCandidate(blocker)) {
                    return blocker;
                }
                blocker = threads.blockerOf(blocker);
            }
            DirectedThread best = null;
            for (DirectedThread thread : threads) {
                if (isCandidate(thread) && (best == null || rank(thread) < rank(best))) {
                    best = thread;
                }
            }
            if (best != null || yielded.isEmpty()) {
                return best;
            }
            yielded.clear();
        }
    }

    private static long rank(DirectedThread thread) {
        ThreadSchedule own = thread.threadSchedule;
        long step = own != null && own.hasStop() ? own.stops.get(own.next).step() : Integer.MAX_VALUE;
        return step * 2 + (thread.status.state == ThreadState.STARTED ? 1 : 0);
    }

    /** How long a thread runs out of turn: without limit if it owns what the thread of the step needs. */
    long timeSlice(DirectedThread thread, DirectedThread due) {
        if (due != null && threads.canRun(due)) {
            return Watchdog.SLICE_NANOS;
        }
        boolean needed = due != null && threads.blockerOf(due) == thread;
        return needed || !threads.anotherCanRun(thread) ? Long.MAX_VALUE : 5 * Watchdog.SLICE_NANOS;
    }
}
