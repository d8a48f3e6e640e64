// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import dev.foretell.probe.AgentThread;
import java.util.Arrays;

/** All platform threads at one moment, except those of the agent, with their states as the JVM reports them. */
final class ThreadSnapshot {
    /** Threads of the JVM itself. They run code of the program only after a collection or a signal. */
    private static final String[] JVM_THREADS = {
        "Reference Handler",
        "Finalizer",
        "Signal Dispatcher",
        "Notification Thread",
        "Service Thread",
        "Monitor Deflation Thread",
        "Attach Listener",
        "Common-Cleaner"
    };

    private static final int DEPTH = 12;

    final Thread[] threads;
    final Thread.State[] states;
    private StackTraceElement[][] stacks;

    private ThreadSnapshot(Thread[] threads, Thread.State[] states) {
        this.threads = threads;
        this.states = states;
    }

    /** Of all threads below this group, except the current one. */
    static ThreadSnapshot at(ThreadGroup top) {
        Thread[] all = new Thread[top.activeCount() + 16];
        int found = top.enumerate(all, true);
        while (found == all.length) {
            all = new Thread[all.length * 2];
            found = top.enumerate(all, true);
        }
        Thread self = Thread.currentThread();
        int kept = 0;
        Thread.State[] states = new Thread.State[found];
        for (int i = 0; i < found; i++) {
            Thread thread = all[i];
            if (thread == self || thread instanceof AgentThread || isOfTheJvm(thread, top)) {
                continue;
            }
            Thread.State state = thread.getState();
            if (state != Thread.State.TERMINATED) {
                all[kept] = thread;
                states[kept++] = state;
            }
        }
        return new ThreadSnapshot(Arrays.copyOf(all, kept), Arrays.copyOf(states, kept));
    }

    private static boolean isOfTheJvm(Thread thread, ThreadGroup top) {
        ThreadGroup group = thread.getThreadGroup();
        boolean high = group == top
                || group != null && group.getParent() == top && !group.getName().equals("main");
        if (!high) {
            return false;
        }
        String name = thread.getName();
        for (String known : JVM_THREADS) {
            if (known.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Innermost frame first; read once for each snapshot. */
    StackTraceElement[] stack(int i) {
        if (stacks == null) {
            stacks = new StackTraceElement[threads.length][];
        }
        if (stacks[i] == null) {
            stacks[i] = threads[i].getStackTrace();
        }
        return stacks[i];
    }

    boolean isWaiting(int i) {
        return states[i] == Thread.State.BLOCKED || states[i] == Thread.State.WAITING;
    }

    /** Whether no thread can continue by itself: none runs, sleeps, or waits with a time limit that matters. */
    boolean isStill() {
        boolean keepsJvm = false;
        for (int i = 0; i < threads.length; i++) {
            if (!isWaiting(i) && !isEndOfMain(i) && !isIdleWorker(i)) {
                return false;
            }
            keepsJvm |= !threads[i].isDaemon() && !isEndOfMain(i);
        }
        return keepsJvm;
    }

    /** Whether every thread that keeps the JVM alive waits. */
    boolean isKeptByWaiting() {
        for (int i = 0; i < threads.length; i++) {
            if (!threads[i].isDaemon() && !isWaiting(i) && !isEndOfMain(i)) {
                return false;
            }
        }
        return true;
    }

    /** The thread on which the JVM waits for the end of all others, after the main method has returned. */
    private boolean isEndOfMain(int i) {
        return states[i] == Thread.State.RUNNABLE
                && threads[i].getName().equals("DestroyJavaVM")
                && stack(i).length == 0;
    }

    /** A daemon worker of a fork-join pool that found no task; its time limit only ends it. */
    private boolean isIdleWorker(int i) {
        if (states[i] != Thread.State.TIMED_WAITING || !threads[i].isDaemon() || !isOfJdk(threads[i])) {
            return false;
        }
        return has(i, "java.util.concurrent.ForkJoinPool", "awaitWork");
    }

    private static boolean isOfJdk(Thread thread) {
        return thread.getClass().getClassLoader() == null;
    }

    /**
     * Whether a collection could end a wait: by a reference queue, by the timer or the executor that became
     * unreachable.
     */
    boolean isForCollector() {
        for (int i = 0; i < threads.length; i++) {
            if (has(i, "java.lang.ref.ReferenceQueue", "remove")
                    || has(i, "java.util.TimerThread", "mainLoop")
                    || has(i, "java.util.concurrent.ThreadPoolExecutor", "getTask")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a thread waits inside the agent: that is no wait of the program. */
    boolean isHeldByAgent() {
        for (int i = 0; i < threads.length; i++) {
            StackTraceElement[] stack = stack(i);
            for (int k = 0; k < stack.length && k < DEPTH; k++) {
                String name = stack[k].getClassName();
                if (name.startsWith("dev.foretell.agent.direct.") || name.startsWith("dev.foretell.agent.record.")) {
                    return true;
                }
            }
        }
        return false;
    }

    boolean has(int i, String className, String method) {
        StackTraceElement[] stack = stack(i);
        for (int k = 0; k < stack.length && k < DEPTH; k++) {
            if (stack[k].getMethodName().equals(method)
                    && stack[k].getClassName().equals(className)) {
                return true;
            }
        }
        return false;
    }

    /** Whether these are the same threads in the same states at the same instructions. */
    boolean isSame(ThreadSnapshot other) {
        if (other == null || threads.length != other.threads.length) {
            return false;
        }
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] != other.threads[i]
                    || states[i] != other.states[i]
                    || !Arrays.equals(stack(i), other.stack(i))) {
                return false;
            }
        }
        return true;
    }
}
