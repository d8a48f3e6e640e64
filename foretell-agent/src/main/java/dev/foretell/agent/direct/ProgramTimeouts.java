// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.trace.clip.Outcome;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Detects that a time limit of the program expired. Holding threads back takes time, and a program that gives up
 * because of that is correct; so the first such limit is noted, and what comes after it may be its consequence.
 *
 * <p>Calls with a limit are reported by probes, see {@code TimeLimitProbes}. Waits in timers of the JDK, and in
 * libraries without probes, are found by the watchdog while threads are directed; that they wait then is enough. Which
 * code of the JDK does so differs between its versions, so only the idle workers of pools are known by name. A single
 * sleep is no limit: the program cannot rely on what other threads have done meanwhile. A loop with a sleep in it may
 * give up after some iterations. {@code noted} is guarded by itself.
 */
final class ProgramTimeouts {
    /** A shorter limit expires on any busy machine, so a program has to expect that; many short ones are a long one. */
    private static final long SHORTEST_NANOS = 10_000_000;

    private final OutcomeFile outcomeFile;
    private boolean noted;

    ProgramTimeouts(OutcomeFile outcomeFile) {
        this.outcomeFile = outcomeFile;
    }

    /** A thread has waited at least until its time limit. */
    void expired(DirectedThread thread, long nanos) {
        thread.timedOutNanos += nanos;
        if (thread.timedOutNanos >= SHORTEST_NANOS) {
            note(
                    thread,
                    "waited for something until its time limit of " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
        }
    }

    /** A thread sleeps repeatedly at one place: it may wait for something, and not for ever. */
    void sleepsAgain(DirectedThread thread) {
        note(thread, "sleeps again and again at one place");
    }

    private void note(DirectedThread thread, String what) {
        synchronized (this) {
            if (noted) {
                return;
            }
            noted = true;
        }
        outcomeFile.add(Outcome.LIMIT, "Thread " + DivergenceText.name(thread) + ' ' + what);
    }

    synchronized boolean anyExpired() {
        return noted;
    }

    /** Searches for waits with a limit that no probe has reported. */
    void look(List<DirectedThread> threads) {
        synchronized (this) {
            if (noted) {
                return;
            }
        }
        for (DirectedThread thread : threads) {
            Thread real = thread.thread;
            if (real != null && real.getState() == Thread.State.TIMED_WAITING && !thread.timeLimit.isSet()) {
                StackTraceElement[] stack = real.getStackTrace();
                if (isUnprobed(stack)) {
                    note(thread, "waits with a time limit at " + stack[0]);
                }
            }
        }
    }

    /**
     * Whether this is a wait with a time limit that counts: every one does, in any code, but a plain sleep and an idle
     * worker of a pool, which only ends itself after its limit.
     */
    private static boolean isUnprobed(StackTraceElement[] stack) {
        boolean idle = false;
        boolean ofTimer = false;
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            String method = frame.getMethodName();
            boolean sleeps = name.equals("java.lang.Thread") && method.startsWith("sleep");
            if (sleeps) {
                return false;
            }
            if (ExceptionText.isOwn(name)) {
                return ofTimer; // held by Foretell, or an idle worker
            }
            idle |= name.equals("java.util.concurrent.ThreadPoolExecutor") && method.equals("getTask")
                    || name.equals("java.util.concurrent.ForkJoinPool") && method.equals("awaitWork");
            ofTimer |= name.endsWith("$DelayedWorkQueue");
        }
        return ofTimer || !idle;
    }
}
