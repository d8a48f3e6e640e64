// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import jdk.internal.misc.Unsafe;

/**
 * The static entry points of instrumented code. A method that contains probes calls {@link #current()} once, keeps the
 * result in a local variable, and passes it to every probe: looking it up each time would cost more than the probe.
 *
 * <p>The lookup is a table indexed by the thread's id and checked against the thread itself. It needs no lock: a slot
 * is written only with a probe whose {@code thread} field was set before (an aligned reference store, and the field is
 * re-read and compared), so the worst a race can do is to send a thread to {@link #attach}, which looks properly.
 */
public final class Probes {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** {@code Thread.getId()} can be overridden by the program, the field cannot. */
    private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");

    /** A thread whose slot is taken may use one of the next; it is then found by {@link #attach} only. */
    private static final int WAYS = 8;
    /** Up to this size the table grows instead. */
    private static final int SPACIOUS = 1 << 16;

    private static Mode mode;
    private static ThreadProbe[] table = new ThreadProbe[1024];

    private Probes() {}

    /** Puts the mode in place; called once, before any class is instrumented. */
    public static void install(Mode newMode) {
        mode = newMode;
    }

    public static ThreadProbe current() {
        Thread thread = Thread.currentThread();
        ThreadProbe[] slots = table;
        ThreadProbe probe = slots[(int) UNSAFE.getLong(thread, THREAD_ID) & (slots.length - 1)];
        return probe != null && probe.thread == thread ? probe : attach(thread);
    }

    /** The probe of the current thread if it has one; for code that must not make any. */
    static ThreadProbe attached() {
        Thread thread = Thread.currentThread();
        ThreadProbe[] slots = table;
        ThreadProbe probe = slots[(int) UNSAFE.getLong(thread, THREAD_ID) & (slots.length - 1)];
        return probe != null && probe.thread == thread ? probe : null;
    }

    private static ThreadProbe attach(Thread thread) {
        long id = UNSAFE.getLong(thread, THREAD_ID);
        synchronized (Probes.class) {
            ThreadProbe[] slots = table;
            for (int way = 0; way < WAYS; way++) {
                ThreadProbe probe = slots[(int) (id + way) & (slots.length - 1)];
                if (probe != null && probe.thread == thread) {
                    return probe;
                }
            }
        }
        ThreadProbe probe = mode.attach(thread);
        synchronized (Probes.class) {
            while (!place(table, id, probe)) {
                grow();
            }
        }
        return probe;
    }

    /** Forgets a thread that has ended, so that neither it nor its probe is kept alive. */
    public static void detach(ThreadProbe probe) {
        synchronized (Probes.class) {
            if (probe.thread == null) {
                return;
            }
            ThreadProbe[] slots = table;
            long id = UNSAFE.getLong(probe.thread, THREAD_ID);
            for (int way = 0; way < WAYS; way++) {
                int slot = (int) (id + way) & (slots.length - 1);
                if (slots[slot] == probe) {
                    slots[slot] = null;
                }
            }
            probe.thread = null;
        }
    }

    private static boolean place(ThreadProbe[] slots, long id, ThreadProbe probe) {
        int ways = slots.length < SPACIOUS ? 1 : WAYS;
        for (int way = 0; way < ways; way++) {
            int slot = (int) (id + way) & (slots.length - 1);
            ThreadProbe there = slots[slot];
            if (there == null || there.thread == null) {
                slots[slot] = probe;
                return true;
            }
        }
        return false;
    }

    private static void grow() {
        ThreadProbe[] old = table;
        int size = old.length;
        boolean complete;
        ThreadProbe[] larger;
        do {
            size *= 2;
            larger = new ThreadProbe[size];
            complete = true;
            for (int i = 0; i < old.length && complete; i++) {
                Thread thread = old[i] == null ? null : old[i].thread;
                complete = thread == null || place(larger, UNSAFE.getLong(thread, THREAD_ID), old[i]);
            }
        } while (!complete);
        table = larger;
    }

    public static void read(Object target, int site, ThreadProbe probe) {
        probe.read(target, site);
    }

    public static void write(Object target, int site, ThreadProbe probe) {
        probe.write(target, site);
    }

    public static void readStatic(int site, ThreadProbe probe) {
        probe.readStatic(site);
    }

    public static void writeStatic(int site, ThreadProbe probe) {
        probe.writeStatic(site);
    }

    public static void readElement(Object array, int index, int site, ThreadProbe probe) {
        probe.readElement(array, index, site);
    }

    public static void writeElement(Object array, int index, int site, ThreadProbe probe) {
        probe.writeElement(array, index, site);
    }

    public static void afterRead(Object target, int site, ThreadProbe probe) {
        probe.afterRead(target, site);
    }

    public static void afterWrite(Object target, int site, ThreadProbe probe) {
        probe.afterWrite(target, site);
    }

    public static void afterReadStatic(int site, ThreadProbe probe) {
        probe.afterReadStatic(site);
    }

    public static void afterWriteStatic(int site, ThreadProbe probe) {
        probe.afterWriteStatic(site);
    }

    public static void afterReadElement(Object array, int index, int site, ThreadProbe probe) {
        probe.afterReadElement(array, index, site);
    }

    public static void afterWriteElement(Object array, int index, int site, ThreadProbe probe) {
        probe.afterWriteElement(array, index, site);
    }

    public static void beforeVolatile(Object target, int site, ThreadProbe probe) {
        probe.beforeVolatile(target, site);
    }

    public static void afterVolatile(Object target, int site, ThreadProbe probe) {
        probe.afterVolatile(target, site);
    }

    public static void comesTo(int site, ThreadProbe probe) {
        probe.comesTo(site);
    }

    public static void beforeEnter(Object monitor, int site, ThreadProbe probe) {
        probe.beforeEnter(monitor, site);
    }

    public static void afterEnter(Object monitor, int site, ThreadProbe probe) {
        probe.afterEnter(monitor, site);
    }

    public static void beforeExit(Object monitor, int site, ThreadProbe probe) {
        probe.beforeExit(monitor, site);
    }

    public static void beforeWait(Object monitor, long millis, int site, ThreadProbe probe) {
        probe.beforeWait(monitor, millis, site);
    }

    /** The time limit of {@code wait(millis, nanos)} in milliseconds: 0 only when it has none. */
    public static long roundUp(long millis, int nanos) {
        return nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis;
    }

    /** An offset in an object as an int, -1 when it is none or so long that only the largest arrays have it. */
    public static int offset(long offset) {
        return offset < 0 || offset > Integer.MAX_VALUE ? -1 : (int) offset;
    }

    public static void afterWait(Object monitor, int site, ThreadProbe probe) {
        probe.afterWait(monitor, site);
    }

    public static void beforeNotify(Object monitor, int site, ThreadProbe probe) {
        probe.beforeNotify(monitor, false, site);
    }

    public static void beforeNotifyAll(Object monitor, int site, ThreadProbe probe) {
        probe.beforeNotify(monitor, true, site);
    }

    public static void beforeStart(Object thread, int site, ThreadProbe probe) {
        probe.beforeStart(thread, site);
    }

    public static void beforeJoin(Object thread, int site, ThreadProbe probe) {
        probe.beforeJoin(thread, site);
    }

    public static void afterJoin(Object thread, int site, ThreadProbe probe) {
        probe.afterJoin(thread, site);
    }

    public static void beforeIsAlive(Object thread, int site, ThreadProbe probe) {
        probe.beforeIsAlive(thread, site);
    }

    public static void afterIsAlive(Object thread, boolean alive, int site, ThreadProbe probe) {
        probe.afterIsAlive(thread, alive, site);
    }

    public static void beforePause(int site, ThreadProbe probe) {
        probe.beforePause(site);
    }

    public static void afterPause(int site, ThreadProbe probe) {
        probe.afterPause(site);
    }

    public static void enterInitializer(int site, ThreadProbe probe) {
        probe.enterInitializer(site);
    }

    public static void exitInitializer(int site, ThreadProbe probe) {
        probe.exitInitializer(site);
    }

    /** Returns how many regions there were before: what {@code ThreadProbe.regions} has to be again in the end. */
    public static int regionBegin(int site, ThreadProbe probe) {
        int outer = probe.regions;
        probe.regionBegin(site);
        probe.regions = outer + 1; // last, because the call may fail for lack of stack
        return outer;
    }

    public static void regionEnd(int site, ThreadProbe probe) {
        probe.regionEnd(site);
    }

    public static void cloned(Object original, Object copy, ThreadProbe probe) {
        probe.cloned(original, copy);
    }

    public static void beforeCall(Object receiver, Object argument, int number, int site, ThreadProbe probe) {
        probe.beforeCall(receiver, argument, number, site);
    }

    public static void afterCall(Object receiver, Object argument, int number, int site, ThreadProbe probe) {
        probe.afterCall(receiver, argument, number, null, site);
    }

    public static void afterCall(
            Object result, Object receiver, Object argument, int number, int site, ThreadProbe probe) {
        probe.afterCall(receiver, argument, number, result, site);
    }

    public static void afterCall(
            boolean result, Object receiver, Object argument, int number, int site, ThreadProbe probe) {
        probe.afterCall(receiver, argument, number, result ? Boolean.TRUE : Boolean.FALSE, site);
    }

    /** As a truth value: 0 means false. */
    public static void afterCall(
            long result, Object receiver, Object argument, int number, int site, ThreadProbe probe) {
        probe.afterCall(receiver, argument, number, result != 0 ? Boolean.TRUE : Boolean.FALSE, site);
    }

    public static void use(Object receiver, int site, ThreadProbe probe) {
        probe.use(receiver, site);
    }

    /** From within the JDK, where a task is given to other threads. */
    public static void handOver(Object task) {
        if (!(Thread.currentThread() instanceof AgentThread)) {
            current().handOver(task);
        }
    }

    /** From within the JDK, right before a task that was handed over is run. */
    public static void beginTask(Object task) {
        if (!(Thread.currentThread() instanceof AgentThread)) {
            current().beginTask(task);
        }
    }

    /** From within the JDK, when a task that was handed over has been run. */
    public static void endTask(Object task) {
        if (!(Thread.currentThread() instanceof AgentThread)) {
            current().endTask(task);
        }
    }

    /** From within the JDK, when a thread has read the result of a future: nothing, as long as there is none. */
    public static void seeResult(Object future, Object result) {
        if (result != null) {
            beginTask(future);
        }
    }

    /**
     * The same for the state of a {@code FutureTask}: 0 is new, 1 almost complete. A thread that reads 1 is ordered
     * after what the task did too, and {@code isDone} returns true for it.
     */
    public static void seeState(Object task, int state) {
        if (state > 0) {
            beginTask(task);
        }
    }

    /** The same for the status of a task of fork-join pools: negative when it is done. */
    public static void seeStatus(Object task, int status) {
        if (status < 0) {
            beginFork(task);
        }
    }

    /**
     * From within the JDK, when a thread has read for how many parts a task waits: the thread of the last part
     * continues with the results of all.
     */
    public static void seePending(Object task, int pending) {
        beginFork(task);
    }

    /**
     * From within the JDK, while a map is locked for an atomic update, before the program's function is called. The JDK
     * uses such maps itself, and with functions of its own: these are not reported.
     */
    public static void beginUpdate(Object one, Object other, Object function) {
        if (function.getClass().getClassLoader() != null) {
            beginTask(one);
            beginTask(other);
        }
    }

    /** And when the function has returned the value that will be in the map. */
    public static void endUpdate(Object value, Object map, Object function) {
        if (function.getClass().getClassLoader() != null) {
            endTask(value);
            endTask(map);
        }
    }

    /** From within the JDK, when a thread interrupts another one. */
    public static void interrupting(Thread thread) {
        if (thread != Thread.currentThread()) {
            handOver(thread);
        }
    }

    /** From within the JDK, when a thread has been interrupted and gets this exception. */
    public static void interrupted(Object exception) {
        beginTask(Thread.currentThread());
    }

    /**
     * From within fork-join pools. Virtual threads are run by one of them: what it does for these is not reported, and
     * must not be disturbed. A virtual thread that blocks in the agent needs that pool to continue.
     */
    public static void handOverFork(Object task) {
        if (isPlatformThread()) {
            current().handOver(task);
        }
    }

    public static void beginFork(Object task) {
        if (isPlatformThread()) {
            current().beginTask(task);
        }
    }

    public static void endFork(Object task) {
        if (isPlatformThread()) {
            current().endTask(task);
        }
    }

    /** One of the program, and none of those that run virtual threads. */
    private static boolean isPlatformThread() {
        Class<?> type = Thread.currentThread().getClass();
        if (type == Thread.class) {
            return true;
        }
        String name = type.getName();
        return !name.equals("java.lang.VirtualThread")
                && !name.equals("java.util.concurrent.DelayScheduler")
                && !name.startsWith("jdk.internal.misc.") // carriers, and the threads that unblock virtual threads
                && !AgentThread.class.isAssignableFrom(type);
    }

    /** From within {@code Thread.start}. */
    public static void starting(Thread thread) {
        if (!(thread instanceof AgentThread)) {
            mode.starting(thread);
        }
    }

    /** From within {@code Thread.exit}, which the JVM calls last on each platform thread. */
    public static void exiting(Thread thread) {
        if (!(thread instanceof AgentThread)) {
            mode.exiting(thread);
        }
    }

    /** From within {@code Runtime.exit} and {@code Runtime.halt}. */
    public static void shuttingDown() {
        if (!(Thread.currentThread() instanceof AgentThread)) {
            mode.shuttingDown();
        }
    }

    /** From within {@code Thread.dispatchUncaughtException}. */
    public static void leaving(Thread thread, Throwable exception) {
        if (!(thread instanceof AgentThread)) {
            mode.leaving(thread, exception);
        }
    }

    /** From within {@code ThreadGroup.uncaughtException}, where it prints. */
    public static void uncaught(Thread thread, Throwable exception) {
        if (!(thread instanceof AgentThread)) {
            mode.uncaught(thread, exception);
        }
    }

    /** From within the constructors of {@code LinkageError}. */
    public static void linkageError(Throwable error) {
        mode.linkageError(error);
    }
}
