// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Detects threads that will wait for ever. Called every {@value #POLL_MILLIS} milliseconds by one thread of the agent,
 * it reads the states of all threads, and more only when none of them changes.
 *
 * <p>A <em>deadlock</em> is one that the JVM reports twice, in which no wait has a time limit, and none could be
 * interrupted by other threads that still run. <em>Every thread waits</em> when no thread of the program, daemon or
 * not, runs, is in a native method, sleeps or waits with a time limit; when all stayed where they are for
 * {@value #POLLS} polls in a row, in each of which the kernel (where it reports that) had no runnable thread of the
 * process; when a garbage collection, if one could matter, changed nothing; and when the program has no handler of its
 * own for signals. When any of this is uncertain there is no verdict.
 */
public final class StallDetector {
    /** The interval between two calls. */
    public static final long POLL_MILLIS = 60;

    private static final int POLLS = 4;
    /** Where the kernel reports nothing: long enough that a woken thread would have got a processor. */
    private static final int POLLS_WITHOUT_KERNEL = 14;
    /**
     * Beside a deadlock, the program counts as stopped when no thread that keeps the JVM alive has changed its state
     * for so long.
     */
    private static final int POLLS_BESIDE_DEADLOCK = 50;

    /** Whether the JVM reports deadlocks: a runtime may have been linked without the module for it. */
    private static final boolean MANAGED =
            ModuleLayer.boot().findModule("java.management").isPresent();

    private final ThreadGroup top;
    private final boolean signalsWake;
    private final LinuxTasks tasks = new LinuxTasks();

    private ThreadSnapshot before;
    private long since;
    private int same;
    private boolean collected;
    private boolean unsure;

    private long[] cycle;
    private long cycleSince;
    private ThreadSnapshot lockedBefore;
    private boolean deadlockReported;
    private boolean deadlockUnchecked;
    private boolean cycleKeepsJvmAlive;
    private int beside;
    private boolean stopped;

    /** {@code signalsWake}: whether a program that handles signals, or has a shutdown hook, may be waiting for one. */
    public StallDetector(boolean signalsWake) {
        this(topGroup(), signalsWake);
    }

    /** Only of the threads in this group. */
    StallDetector(ThreadGroup top, boolean signalsWake) {
        this.top = top;
        this.signalsWake = signalsWake;
    }

    private static ThreadGroup topGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * The verdict that this poll leads to, or null. In all at most one verdict of a deadlock, and one that every thread
     * waits.
     */
    public StallVerdict poll() {
        if (stopped) {
            return null;
        }
        ThreadSnapshot now = ThreadSnapshot.at(top);
        StallVerdict deadlock = deadlockReported ? null : deadlock(now);
        if (deadlock != null) {
            deadlockReported = true;
            return deadlock;
        }
        StallVerdict all = everyThread(now);
        stopped = all != null;
        return all;
    }

    /** Whether there may soon be a verdict. */
    public boolean isClose() {
        return same > 0 || before != null || cycle != null;
    }

    /** Whether a deadlock has been reported and every thread that keeps the JVM alive has been waiting for seconds. */
    public boolean isStopped() {
        return stopped || cycleKeepsJvmAlive && beside >= POLLS_BESIDE_DEADLOCK;
    }

    /** Whether threads stayed blocked and this JVM does not report deadlocks. */
    public boolean isDeadlockUnchecked() {
        return deadlockUnchecked;
    }

    private StallVerdict deadlock(ThreadSnapshot now) {
        int lasting = 0;
        for (int i = 0; i < now.threads.length; i++) {
            if (mayWantLock(now, i) && wasLike(now, i)) {
                lasting++;
            }
        }
        lockedBefore = now;
        if (lasting < 2) {
            cycle = null;
            return null;
        }
        if (!MANAGED) {
            deadlockUnchecked = true;
            return null;
        }
        long[] ids = JvmDeadlocks.ids();
        if (ids == null || !Arrays.equals(ids, cycle)) {
            cycle = ids;
            cycleSince = System.currentTimeMillis();
            return null;
        }
        StallVerdict verdict = JvmDeadlocks.describe(ids, now, false, cycleSince);
        if (verdict != null) {
            for (StallVerdict.InCycle member : verdict.cycle()) {
                cycleKeepsJvmAlive |= !member.thread().isDaemon();
            }
        }
        return verdict;
    }

    private static boolean mayWantLock(ThreadSnapshot snapshot, int i) {
        return snapshot.states[i] == Thread.State.BLOCKED
                || snapshot.states[i] == Thread.State.WAITING
                        && LockSupport.getBlocker(snapshot.threads[i]) instanceof AbstractOwnableSynchronizer;
    }

    private boolean wasLike(ThreadSnapshot now, int i) {
        // Indices of threads are stable while none starts or ends; otherwise the next poll compares them.
        return lockedBefore != null
                && i < lockedBefore.threads.length
                && lockedBefore.threads[i] == now.threads[i]
                && lockedBefore.states[i] == now.states[i];
    }

    private StallVerdict everyThread(ThreadSnapshot now) {
        beside = deadlockReported && now.isKeptByWaiting() ? beside + 1 : 0;
        if (!now.isStill() || now.isHeldByAgent()) {
            forget();
            return null;
        }
        if (!now.isSame(before)) {
            forget();
            before = now;
            since = System.currentTimeMillis();
            return null;
        }
        LinuxTasks.Activity kernel = tasks.read();
        if (kernel == LinuxTasks.Activity.SOME_RUN || unsure) {
            return null;
        }
        if (++same < (kernel == LinuxTasks.Activity.UNKNOWN ? POLLS_WITHOUT_KERNEL : POLLS)) {
            return null;
        }
        if (signalsWake && SignalHandlers.wake()) {
            unsure = true;
            return null;
        }
        if (!collected && now.isForCollector()) {
            collected = true;
            same -= 2; // time for the threads that it wakes
            unsure = !ForcedCollection.run();
            return null;
        }
        return verdict(now);
    }

    private void forget() {
        before = null;
        same = 0;
        collected = false;
        unsure = false;
    }

    private StallVerdict verdict(ThreadSnapshot now) {
        String stacks = stacks(now);
        long[] ids = deadlockReported || !MANAGED ? null : JvmDeadlocks.ids();
        StallVerdict deadlock = ids == null ? null : JvmDeadlocks.describe(ids, now, true, since);
        return deadlock == null
                ? new StallVerdict("", List.of(), stacks, since)
                : new StallVerdict(deadlock.deadlock(), deadlock.cycle(), stacks, since);
    }

    private static String stacks(ThreadSnapshot snapshot) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < snapshot.threads.length; i++) {
            if (snapshot.stack(i).length == 0) {
                continue;
            }
            out.append(out.length() == 0 ? "" : "\n");
            out.append('"').append(snapshot.threads[i].getName()).append("\" ").append(snapshot.states[i]);
            for (StackTraceElement frame : snapshot.stack(i)) {
                out.append("\n    at ").append(frame);
            }
        }
        return out.toString();
    }
}
