// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;

/**
 * The entry points of {@code ThreadPoolExecutor} where it depends on real time whether an idle worker ends or takes the
 * next task. No method calls code of the program, which may override the methods of a pool: fields are read instead.
 */
public final class Pools {
    /** A longer keep-alive time does not run out in a re-execution, so such a pool costs nothing. */
    private static final long LONGEST_NANOS = 10_000_000_000L;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long CORE = offset("corePoolSize");
    private static final long MAXIMUM = offset("maximumPoolSize");
    private static final long KEEP_ALIVE = offset("keepAliveTime");
    private static final long CORE_TIMES_OUT = offset("allowCoreThreadTimeOut");
    private static final long QUEUE = offset("workQueue");

    private Pools() {}

    /** -1 when this JDK has no such field. */
    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(ThreadPoolExecutor.class, field);
        } catch (Throwable missing) {
            return -1;
        }
    }

    /** The inputs of the current thread, or null. */
    private static ThreadInputs inputs() {
        return Thread.currentThread() instanceof AgentThread ? null : Probes.current().inputs;
    }

    /** Whether an idle worker may end during a run. */
    private static boolean timesOut(ThreadPoolExecutor pool) {
        if (CORE < 0 || MAXIMUM < 0 || KEEP_ALIVE < 0 || CORE_TIMES_OUT < 0) {
            return false;
        }
        if (UNSAFE.getLong(pool, KEEP_ALIVE) > LONGEST_NANOS) {
            return false;
        }
        int core = UNSAFE.getInt(pool, CORE);
        // The queue of a scheduled pool has no bound, so it has more workers than its core only when that is empty.
        int most = pool instanceof ScheduledThreadPoolExecutor ? 1 : UNSAFE.getInt(pool, MAXIMUM);
        return most > core || UNSAFE.getBoolean(pool, CORE_TIMES_OUT);
    }

    /** A task is about to be submitted to a pool. */
    public static void submits(ThreadPoolExecutor pool, Object task) {
        if (task != null && timesOut(pool)) {
            ThreadInputs inputs = inputs();
            if (inputs != null) {
                inputs.submits(pool, task);
            }
        }
    }

    /** The task has a thread or is queued, or it is about to be rejected; only in modes that hold threads back. */
    public static void submitted() {
        ThreadInputs inputs = inputs();
        if (inputs != null) {
            inputs.submitted();
        }
    }

    /** The current thread begins to work for a pool. */
    public static void works(ThreadPoolExecutor pool) {
        ThreadInputs inputs = inputs();
        if (inputs != null) {
            inputs.works(pool);
        }
    }

    /** A worker is about to get its next task, or to end. */
    public static void getsNextTask() {
        ThreadInputs inputs = inputs();
        if (inputs != null) {
            inputs.getsNextTask();
        }
    }

    /** A worker is about to wait for a task, for at most the keep-alive time. */
    public static void idles(ThreadPoolExecutor pool) {
        ThreadInputs inputs = timesOut(pool) ? inputs() : null;
        if (inputs != null) {
            inputs.idles(pool, null, UNSAFE.getLong(pool, KEEP_ALIVE));
        }
    }

    /** A worker has waited for a task, and got one unless {@code task} is null. */
    public static void waited(Object task, ThreadPoolExecutor pool) {
        if (task != null && QUEUE >= 0 && timesOut(pool)) {
            boolean handedOver = UNSAFE.getReference(pool, QUEUE) instanceof SynchronousQueue;
            ThreadInputs inputs = handedOver ? inputs() : null;
            if (inputs != null) {
                inputs.takes(pool, task);
            }
        }
    }

    /** A worker that got no task is about to try and leave its pool; only in modes that do not hold threads back. */
    public static void tryToLeave(ThreadPoolExecutor pool) {
        ThreadInputs inputs = timesOut(pool) ? inputs() : null;
        if (inputs != null) {
            inputs.tryToLeave(pool);
        }
    }

    /** A worker that got no task tries to leave its pool, and has done so if {@code left}. */
    public static void leaves(boolean left, ThreadPoolExecutor pool) {
        ThreadInputs inputs = left && timesOut(pool) ? inputs() : null;
        if (inputs != null) {
            inputs.leaves(pool);
        }
    }

    /**
     * Waits for a task in place of {@code queue.poll(time, unit)}; only in modes that hold threads back. Whatever the
     * mode decides, it is a call of {@code poll} that begins late, or whose end comes late. A queue of the program's
     * own may count the calls, so it gets the one it expects.
     */
    public static Object poll(BlockingQueue<?> queue, long time, TimeUnit unit, ThreadPoolExecutor pool)
            throws InterruptedException {
        ThreadInputs inputs = timesOut(pool) && queue.getClass().getClassLoader() == null ? inputs() : null;
        if (inputs == null) {
            return queue.poll(time, unit);
        }
        long nanos = unit.toNanos(time);
        Object task = null;
        try {
            inputs.idles(pool, isPlain(queue) ? queue : null, nanos);
            long since = System.nanoTime();
            long slice = inputs.keepsAlive(nanos, 0);
            while (true) {
                task = queue.poll(slice, TimeUnit.NANOSECONDS);
                if (task != null) {
                    return task;
                }
                slice = inputs.keepsAlive(nanos, System.nanoTime() - since);
                if (slice <= 0) {
                    return null;
                }
            }
        } finally {
            inputs.idled(task != null);
        }
    }

    /** Whether a worker gets what is in the queue at once, and nothing of the program is called to look at it. */
    private static boolean isPlain(BlockingQueue<?> queue) {
        return queue instanceof LinkedBlockingQueue
                || queue instanceof ArrayBlockingQueue
                || queue instanceof LinkedBlockingDeque;
    }

    /** The same in place of {@code queue.take()}. */
    public static Object take(BlockingQueue<?> queue, ThreadPoolExecutor pool) throws InterruptedException {
        ThreadInputs inputs = timesOut(pool) ? inputs() : null;
        if (inputs == null) {
            return queue.take();
        }
        Object task = null;
        try {
            inputs.idles(pool, null, 0);
            task = queue.take();
            return task;
        } finally {
            inputs.idled(task != null);
        }
    }
}
