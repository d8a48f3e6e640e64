package dev.foretell.agent.direct;

import java.util.List;

/**
 * Sees what no probe can tell: that the thread with the baton blocks in code without probes, spins, or has ended; that
 * nobody can run; that threads are deadlocked. A thread of its own that looks every few milliseconds.
 *
 * <p>It asks the JVM about threads only while it does not hold the baton's lock.
 */
final class Watchdog implements Runnable {
    private static final long MILLI = 1_000_000;
    private static final long POLL_MILLIS = 5;
    private static final long FREE_POLL_MILLIS = 20;
    /** A thread that blocks so long without passing a probe is waiting for another. */
    private static final long BLOCKED_NANOS = 30 * MILLI;
    /** Without progress of the script for so long, the runner is looked at closer. */
    static final long SPIN_NANOS = 50 * MILLI;
    /** The turn of a borrower when the thread of the step could run. */
    static final long SLICE_NANOS = 10 * MILLI;

    private final Baton baton;
    private final Director director;
    private final long patience;
    private final Deadlocks deadlocks = new Deadlocks();

    private DirectedThread watched;
    private long since;
    private int blockedPolls;
    private int polls;
    private volatile boolean stopped;

    Watchdog(Baton baton, Director director, long patienceMillis) {
        this.baton = baton;
        this.director = director;
        this.patience = patienceMillis * MILLI;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        boolean watchForDeadlocks = true;
        while (!stopped) {
            try {
                Thread.sleep(baton.isFree() ? FREE_POLL_MILLIS : POLL_MILLIS);
                if (!baton.isFree()) {
                    poll(System.nanoTime());
                }
                if (watchForDeadlocks && (baton.isFree() || ++polls % 8 == 0)) {
                    String deadlock = deadlocks.find(baton.threads());
                    if (deadlock != null) {
                        director.deadlock(deadlock);
                        watchForDeadlocks = false;
                    }
                }
            } catch (Throwable e) {
                // nothing that goes wrong here may reach the program; the next poll may do better
            }
        }
    }

    private void poll(long now) {
        DirectedThread runner = baton.runner();
        if (runner == null) {
            lookAtJoins();
        } else {
            look(runner, now);
        }
        baton.supervise(now);
    }

    private void look(DirectedThread runner, long now) {
        Thread thread = runner.thread;
        Thread.State state = thread == null ? Thread.State.TERMINATED : thread.getState();
        if (state == Thread.State.TERMINATED) {
            director.ended(runner);
            return;
        }
        if (baton.poke(runner) || runner != watched) {
            watched = runner;
            since = now;
            blockedPolls = 0;
            return;
        }
        boolean blocked = state != Thread.State.RUNNABLE && state != Thread.State.NEW;
        blockedPolls = blocked ? blockedPolls + 1 : 0;
        long silent = now - since;
        if (silent > patience || silent > BLOCKED_NANOS && isAway(runner, thread, state, silent)) {
            baton.lend(runner);
        }
    }

    /** Whether a thread that passed no probe for a while waits for something. A sleep is over by itself. */
    private boolean isAway(DirectedThread runner, Thread thread, Thread.State state, long silent) {
        if (baton.isOrdering()) {
            return blockedPolls > 0 || silent > 3 * BLOCKED_NANOS; // it has long passed its event
        }
        if (runner.pausing || state == Thread.State.NEW) {
            return false;
        }
        if (state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING) {
            StackTraceElement[] stack = thread.getStackTrace();
            boolean sleeps = stack.length > 0
                    && stack[0].getClassName().equals("java.lang.Thread")
                    && stack[0].getMethodName().startsWith("sleep");
            if (sleeps || state == Thread.State.RUNNABLE) {
                return !sleeps && stack.length > 0 && stack[0].isNativeMethod();
            }
        }
        return blockedPolls > 4;
    }

    private void lookAtJoins() {
        List<DirectedThread> threads = baton.threads();
        for (DirectedThread thread : threads) {
            Thread real = thread.thread;
            if (thread.state == State.JOINING && real != null && real.getState() == Thread.State.WAITING) {
                baton.joinsForever(thread);
            } else if (real == null || real.getState() == Thread.State.TERMINATED) {
                director.ended(thread);
            }
        }
    }
}
