// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.runtime.Lifeline;
import dev.foretell.agent.stall.StallDetector;
import dev.foretell.agent.stall.StallVerdict;
import java.util.List;

/**
 * Detects what no probe reports: that the running thread blocks in code without probes, spins, or has ended; that no
 * thread can run; that threads are deadlocked; that every thread waits for ever once all run free. A thread of its own
 * that polls every few milliseconds.
 *
 * <p>It reads thread states and stacks from the JVM only while it does not hold the scheduler's lock.
 */
final class Watchdog implements Runnable {
    private static final long MILLI = 1_000_000;
    private static final long POLL_MILLIS = 5;
    private static final long FREE_POLL_MILLIS = 20;
    /** A thread that blocks so long without passing a probe waits for another one. */
    private static final long BLOCKED_NANOS = 30 * MILLI;
    /** Without progress of the schedule for so long, the running thread is sampled for a spin. */
    static final long SPIN_NANOS = 50 * MILLI;
    /** The time slice of a thread that runs out of turn when the thread of the step could run. */
    static final long SLICE_NANOS = 10 * MILLI;

    private final Scheduler scheduler;
    private final Director director;
    private final long patience;
    private final Tool tool;
    private final LockCycles lockCycles = new LockCycles();
    /** Signals wake no thread here: the recorded run needed none. */
    private final StallDetector stallDetector = new StallDetector(false);

    private long lastStallCheck;
    private boolean checksDeadlocks = true;

    private DirectedThread observed;
    private long since;
    private String lastPlace = "";
    private long lastPlaceSince;
    private int polls;
    private volatile boolean stopped;

    /** The tool that started this run. */
    record Tool(Lifeline lifeline, ToolRequests requests) {
        void observe(long now) {
            lifeline.look(now);
            requests.look(now);
        }
    }

    Watchdog(Scheduler scheduler, Director director, long patienceMillis, Tool tool) {
        this.scheduler = scheduler;
        this.director = director;
        this.patience = patienceMillis * MILLI;
        this.tool = tool;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                Thread.sleep(scheduler.isFree() ? FREE_POLL_MILLIS : POLL_MILLIS);
                tool.observe(System.nanoTime());
                if (scheduler.isFree()) {
                    scheduler.completeRelease();
                } else {
                    poll(System.nanoTime());
                    if (++polls % 8 == 0) {
                        director.findUnprobedTimeouts(scheduler.threads());
                    }
                }
                if (scheduler.isFree()) {
                    checkForStall(System.nanoTime());
                }
                if (checksDeadlocks && (scheduler.isFree() || polls % 8 == 0)) {
                    String deadlock = lockCycles.find(scheduler.threads(), false);
                    if (deadlock != null) {
                        director.noteDeadlock(deadlock);
                        checksDeadlocks = false;
                    }
                }
            } catch (Throwable e) {
                // no error here may reach the program; the next poll may succeed
            }
        }
    }

    private void checkForStall(long now) {
        if (now - lastStallCheck < StallDetector.POLL_MILLIS * MILLI) {
            return;
        }
        lastStallCheck = now;
        StallVerdict verdict = stallDetector.poll();
        if (verdict == null) {
            return;
        }
        director.noteStallTime(verdict.since());
        String cycle = verdict.stacks().isEmpty() ? null : lockCycles.find(scheduler.threads(), true);
        if (checksDeadlocks && cycle != null) {
            director.noteLastingDeadlock(cycle);
            checksDeadlocks = false;
        }
        if (checksDeadlocks && !verdict.deadlock().isEmpty()) {
            director.noteDeadlock(verdict.deadlock());
            checksDeadlocks = false;
        }
        if (!verdict.stacks().isEmpty()) {
            director.noteStall(verdict.stacks());
        }
    }

    private void poll(long now) {
        DirectedThread running = scheduler.runningThread();
        if (running == null) {
            pollStoppedThreads(now);
        } else {
            observe(running, now);
        }
        scheduler.supervise(now);
    }

    private void observe(DirectedThread running, long now) {
        Thread thread = running.thread;
        Thread.State state = thread == null ? Thread.State.TERMINATED : thread.getState();
        if (state == Thread.State.TERMINATED) {
            director.ended(running);
            return;
        }
        if (scheduler.requestStop(running) || running != observed) {
            observed = running;
            since = now;
            lastPlace = "";
            return;
        }
        long silent = now - since;
        boolean blocks = running.blocking && isBlocked(state) && isSettled();
        if (silent < (blocks ? 0 : BLOCKED_NANOS) || scheduler.awaitsTimeout(running, now)) {
            return;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        String place = state + (stack.length > 0 ? " at " + stack[0] : "");
        if (!place.equals(lastPlace)) {
            lastPlace = place;
            lastPlaceSince = now;
        }
        if (blocks || silent > patience || isAway(running, state, stack, now)) {
            scheduler.switchAway(running, place);
        }
    }

    private static boolean isBlocked(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.BLOCKED;
    }

    /**
     * Whether a thread that passed no probe for a while waits for something. Most sleeps end by themselves. A thread
     * that is runnable for the JVM may block in the operating system, or on another thread's class initialiser; it may
     * also compute, or wait for a processor on a busy machine, so it must stay at one place for longer.
     */
    private boolean isAway(DirectedThread running, Thread.State state, StackTraceElement[] stack, long now) {
        long still = now - lastPlaceSince;
        if (scheduler.isPastSchedule()) {
            return state != Thread.State.RUNNABLE || now - since > 3 * BLOCKED_NANOS; // it has long passed its event
        }
        if (running.pausing || state == Thread.State.NEW) {
            return still > patience / 2;
        }
        if (state == Thread.State.RUNNABLE) {
            return still > (isInput(stack) ? 3 * BLOCKED_NANOS : patience / 4);
        }
        boolean sleeps = stack.length > 0
                && stack[0].getClassName().equals("java.lang.Thread")
                && stack[0].getMethodName().startsWith("sleep");
        return still > (sleeps ? patience / 2 : isSettled() ? BLOCKED_NANOS : patience / 4);
    }

    /** Whether the program has not reached its first probe: other agents initialise, or it generates mocks. */
    private static boolean hasNotBegun(DirectedThread thread) {
        return thread.lastSite == 0 && thread.path.equals(ThreadRegistry.FIRST);
    }

    /** Whether it is not a thread of the JVM or another agent: it has a schedule, or has passed a probe. */
    private static boolean isOfTheProgram(DirectedThread thread) {
        return thread.threadSchedule != null || thread.lastSite > 0;
    }

    /** Whether it executes Java code, and not a native method, which may block. */
    private static boolean computes(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && !stack[0].isNativeMethod();
    }

    private static boolean isInput(StackTraceElement[] stack) {
        if (stack.length == 0 || !stack[0].isNativeMethod()) {
            return false;
        }
        String name = stack[0].getClassName();
        return name.startsWith("sun.nio.ch.") || name.startsWith("java.net.") || name.startsWith("java.io.FileInput");
    }

    /** Whether all threads that are about to wait do so. Until then they may own what the running thread needs. */
    private boolean isSettled() {
        for (DirectedThread thread : scheduler.threads()) {
            Thread real = thread.thread;
            boolean waits = thread.status.state == ThreadState.WAITING || thread.status.state == ThreadState.JOINING;
            if (waits && real != null && real.getState() == Thread.State.RUNNABLE) {
                return false;
            }
        }
        return true;
    }

    /** No thread runs: looks whether any of them can still continue by itself. */
    private void pollStoppedThreads(long now) {
        List<DirectedThread> threads = scheduler.threads();
        for (DirectedThread thread : threads) {
            Thread real = thread.thread;
            Thread.State state = real == null ? Thread.State.TERMINATED : real.getState();
            if (state == Thread.State.TERMINATED) {
                director.ended(thread);
            } else if (thread.status.state == ThreadState.JOINING || thread.status.state == ThreadState.WAITING) {
                scheduler.observedWaiting(thread, state == Thread.State.WAITING && !real.isInterrupted());
            } else if (thread.status.state == ThreadState.AWAY) {
                scheduler.observedWaiting(thread, isBlocked(state));
                boolean busy = state == Thread.State.RUNNABLE && isOfTheProgram(thread) && computes(real);
                if (busy || hasNotBegun(thread)) {
                    scheduler.observedComputing(now);
                }
            }
        }
    }
}
