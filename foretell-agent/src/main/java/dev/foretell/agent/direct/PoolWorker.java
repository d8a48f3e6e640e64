// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.io.InputRecord;

/**
 * A thread as a worker of a pool, and how its waits for tasks ended in the recorded run. Each has a number: the first
 * one comes after the task with which the worker began, if it had one. Guarded by {@link KeepAlives}.
 */
final class PoolWorker {
    final DirectedThread thread;
    final Object pool;
    /**
     * Pairs: the number of a wait and how it ended, see {@link InputRecord#idle}; then the number of the task that it
     * ended with, or how many tasks the pool had been given when the worker left.
     */
    private final long[] ends;
    /** The pair of the wait that it is in, or comes to when it has done its task. */
    private int next;
    /** The number of its last wait; 0 before the first. */
    private long lastWait;

    private boolean idle;
    /** It waits at the queue, or is about to. */
    private boolean polls;

    private long limit;
    /** It did not get there although another thread waited for it. */
    private boolean missed;

    private int lastSite;
    private ThreadState lastState;
    private long lastChange;

    PoolWorker(DirectedThread thread, Object pool, long[] ends) {
        this.thread = thread;
        this.pool = pool;
        this.ends = ends;
    }

    void endsTask() {
        lastWait++;
        idle = false;
        polls = false;
        missed = false;
        while (next + 1 < ends.length && InputRecord.idleWait(ends[next]) < lastWait) {
            next += 2;
        }
    }

    void takes() {
        idle = false;
        polls = false;
        if (isRecorded(lastWait)) {
            next += 2;
        }
    }

    void idles(long nanos) {
        idle = true;
        limit = nanos;
        lastState = null;
    }

    void polls() {
        polls = true;
    }

    boolean isIdle() {
        return idle;
    }

    /** Whether the end of the wait with this number is recorded. */
    private boolean isRecorded(long wait) {
        return next + 1 < ends.length && InputRecord.idleWait(ends[next]) == wait;
    }

    private boolean leaves() {
        return InputRecord.idleLeft(ends[next]);
    }

    /**
     * Whether this wait does not end for lack of tasks. One that is not recorded ended with a task from a queue, or
     * lasted until the pool was shut down; but nothing is recorded after the worker's end, or after the maximum number
     * of waits.
     */
    boolean isKept() {
        if (isRecorded(lastWait)) {
            return !leaves();
        }
        int last = ends.length - 2;
        return last < 0 || next <= last || !InputRecord.idleLeft(ends[last]) && last < InputRecord.MAX_ANSWERS - 2;
    }

    /** Whether this wait ends for lack of tasks. */
    boolean isLeaving() {
        return isRecorded(lastWait) && leaves();
    }

    /** Whether this wait ends only when more tasks than these have been submitted to the pool. */
    boolean isEarly(long given) {
        return isRecorded(lastWait) && given < (leaves() ? ends[next + 1] : ends[next + 1] - 1);
    }

    /** Whether it had left, or waited, when the next task after so many others was submitted to the pool. */
    boolean isDue(long before) {
        int last = ends.length - 2;
        if (missed || next > last) {
            return false;
        }
        boolean gone = InputRecord.idleLeft(ends[last]) && ends[last + 1] <= before;
        int take = next;
        while (take < last && ends[take + 1] <= before) {
            take += 2; // it has got that task, even if that is not noted yet
        }
        boolean takes = !InputRecord.idleLeft(ends[take]) && ends[take + 1] == before + 1;
        return gone || takes && !(take == next && isRecorded(lastWait) && waits());
    }

    /** Whether it waits for a task, according to the JVM. */
    private boolean waits() {
        Thread real = thread.thread;
        return polls
                && real != null
                && (real.getState() == Thread.State.TIMED_WAITING || real.getState() == Thread.State.WAITING);
    }

    /**
     * Whether it will reach its wait: it is idle, or runs, or can be switched to. If it is held at a stop, the step of
     * the thread that waits for it is passed over; but at an event of the anomaly it stays held.
     */
    boolean isComing(long now, long patience) {
        ThreadState state;
        boolean heldAtAnomaly;
        synchronized (thread.scheduler) {
            state = thread.status.state;
            heldAtAnomaly = thread.threadSchedule != null && thread.threadSchedule.staysAt(thread.status.stopsReached);
        }
        if (state != lastState || thread.lastSite != lastSite) {
            lastState = state;
            lastSite = thread.lastSite;
            lastChange = now;
        }
        boolean patient = now - lastChange - (isLeaving() ? limit : 0) < patience;
        missed = heldAtAnomaly || !patient || isOver(state);
        return !missed;
    }

    private static boolean isOver(ThreadState state) {
        return switch (state) {
            case LEAVING, ENDED -> true;
            case NEW, STARTED, RUNNING, HELD, WAITING, WOKEN, JOINING, PAUSED, AWAY -> false;
        };
    }
}
