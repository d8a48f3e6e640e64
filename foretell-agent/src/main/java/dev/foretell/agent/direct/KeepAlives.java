// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.runtime.PoolCounts;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.io.RecordedInputs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Makes idle workers of pools end, or take their next task, as in the recorded run. Otherwise real time decides between
 * the two, which differs from run to run. A worker that ends too early never reaches its events; one that ends too late
 * takes a task for which the recorded run started a thread.
 *
 * <p>How each wait of a worker for a task ended is recorded with the number of tasks submitted to the pool by then, see
 * {@link PoolWorker}. A worker that got a task is kept alive until it gets one. A worker that left waits for a task
 * only when that many have been submitted. A thread that submits a task is held back until the workers that had left
 * before have left, and until the worker that takes it directly waits for it. These are delays before calls that any
 * thread may make late, and in waits whose time limit is a lower bound; so every execution is one of the program
 * without them. Each delay has a limit of its own, and there are none once threads run free.
 *
 * <p>Guarded by itself; the scheduler's lock is taken inside.
 */
final class KeepAlives {
    /** How long a thread waits for others without visible progress. Less than the director's patience. */
    private static final long PATIENCE_NANOS = 1_000_000_000;
    /** How long a worker is kept alive after its keep-alive time. */
    private static final long KEEP_NANOS = 5_000_000_000L;
    /** How often a worker that is kept alive polls whether it still has to be. Between two polls it accepts no task. */
    private static final long POLL_NANOS = 50_000_000;

    /** How often a thread polls whether others are where it waits for them to be; of most changes it is notified. */
    private static final long POLL_MILLIS = 20;

    private final RecordedInputs recorded;
    /** The recorded number of the place where workers are idle; 0 when none is recorded. */
    private final int place;

    /** The tasks submitted to pools, and those of them that are queued, have a thread, or were rejected. */
    private final PoolCounts submittedTasks = new PoolCounts();

    private final PoolCounts placedTasks = new PoolCounts();
    private final List<PoolWorker> workers = new ArrayList<>();

    KeepAlives(RecordedInputs recorded) {
        this.recorded = recorded;
        this.place = recorded.number(InputKind.IDLE_WORKER);
    }

    /** The thread is a worker of this pool from now on; null when no workers are recorded. */
    PoolWorker worker(DirectedThread thread, String path, Object pool) {
        if (place == 0) {
            return null;
        }
        PoolWorker worker = new PoolWorker(thread, pool, recorded.answers(path, place));
        synchronized (this) {
            workers.add(worker);
        }
        return worker;
    }

    /** Whether a thread with this path waited for tasks in the recorded run, and the ends of its waits are recorded. */
    boolean isWorker(String path) {
        return place != 0 && recorded.answers(path, place).length > 0;
    }

    /** The worker has got a task. */
    synchronized void takes(PoolWorker worker) {
        worker.takes();
        notifyAll();
    }

    /** The worker's task is done, and it is about to get another one, or to end. */
    synchronized void getsNextTask(PoolWorker worker) {
        worker.endsTask();
        notifyAll();
    }

    /**
     * A worker is about to wait for a task, for so long; comes back when it may. One that left found no task, so those
     * that are there now are for others.
     */
    synchronized void idles(PoolWorker worker, Collection<?> tasks, long nanos) {
        worker.idles(nanos);
        notifyAll();
        long since = System.nanoTime();
        while (isEarly(worker, tasks)
                && !worker.thread.runsFree()
                && System.nanoTime() - since < KEEP_NANOS
                && pause(POLL_MILLIS)) {}
        worker.polls();
    }

    private boolean isEarly(PoolWorker worker, Collection<?> tasks) {
        return worker.isEarly(placedTasks.of(worker.pool)) || worker.isLeaving() && tasks != null && !tasks.isEmpty();
    }

    /** How much longer it waits; it has waited for {@code waited}, and does for {@code nanos} in any case. */
    synchronized long keepsAlive(PoolWorker worker, long nanos, long waited) {
        long rest = nanos - waited;
        if (!worker.isKept() || worker.thread.runsFree()) {
            return rest;
        }
        return Math.min(nanos < Long.MAX_VALUE - KEEP_NANOS ? rest + KEEP_NANOS : rest, POLL_NANOS);
    }

    /** It has left its pool. */
    synchronized void leaves(PoolWorker worker) {
        workers.remove(worker);
        notifyAll();
    }

    /**
     * A thread is about to submit a task to a pool: held back until all workers are where they were in the recorded
     * run.
     */
    synchronized void submits(DirectedThread thread, Object pool, Object task) {
        if (place == 0) {
            return;
        }
        long before = submittedTasks.of(pool);
        boolean interrupted = false;
        boolean blocked = thread.blocking;
        PoolWorker awaited = awaited(pool, before);
        while (awaited != null && !thread.runsFree() && !thread.scheduler.isPastSchedule()) {
            // The worker that is waited for may have to run; one that is idle only needs time.
            thread.pausing = awaited.isIdle();
            thread.blocking = !awaited.isIdle();
            thread.awaits = awaited.thread;
            if (!pause(awaited.isIdle() ? 1 : POLL_MILLIS)) {
                interrupted |= Thread.interrupted();
            }
            awaited = awaited(pool, before);
        }
        thread.pausing = false;
        thread.blocking = blocked;
        thread.awaits = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        submittedTasks.add(pool, task);
        notifyAll();
    }

    /** The submitted task has a thread, or is queued, or was rejected. */
    synchronized void submitted(Object pool) {
        placedTasks.add(pool, null);
        notifyAll();
    }

    /**
     * A worker that is not yet where it was when so many tasks had been submitted, but will be; null when there is
     * none.
     */
    private PoolWorker awaited(Object pool, long before) {
        long now = System.nanoTime();
        PoolWorker first = null;
        for (int i = workers.size() - 1; i >= 0; i--) {
            PoolWorker worker = workers.get(i);
            if (worker.thread.thread == null) {
                workers.remove(i); // it has ended
            } else if (worker.pool == pool && worker.isDue(before) && worker.isComing(now, PATIENCE_NANOS)) {
                first = worker;
            }
        }
        return first;
    }

    /** Waits for a moment; false when the thread is interrupted, which is kept. */
    private boolean pause(long millis) {
        if (Thread.currentThread().isInterrupted()) {
            return false;
        }
        try {
            wait(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
