// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import java.util.concurrent.locks.Condition;

/**
 * Threads that return from {@code Object.wait} or {@code Condition.await} before the scheduler switches to them. They
 * own the monitor and must not keep it, so they keep waiting, a millisecond at a time; a notification that one of them
 * consumes meanwhile may be needed by another.
 */
final class EarlyWakeups {
    private static final long MILLI = 1_000_000;
    private static final long NOT_QUITE_A_MILLI = 900_000;

    private final Scheduler scheduler;
    private final LiveThreads threads;

    /** {@code threads} are guarded by the scheduler's lock. */
    EarlyWakeups(Scheduler scheduler, LiveThreads threads) {
        this.scheduler = scheduler;
        this.threads = threads;
    }

    /**
     * Returns, with the monitor, when the thread's gate is open; called by the thread, without the scheduler's lock.
     */
    void waitOn(DirectedThread thread, Object monitor) {
        boolean interrupted = false;
        while (!thread.gate.isOpen()) {
            long before = System.nanoTime();
            try {
                if (thread.waitingFor instanceof Condition condition) {
                    condition.awaitNanos(MILLI);
                } else {
                    monitor.wait(1);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (System.nanoTime() - before < NOT_QUITE_A_MILLI && ateNotification(thread, thread.waitingFor)) {
                passOn(thread.waitingFor);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notifies another thread in its place. */
    private static void passOn(Object channel) {
        if (channel instanceof Condition condition) {
            condition.signal();
        } else {
            channel.notify();
        }
    }

    private boolean ateNotification(DirectedThread thread, Object channel) {
        synchronized (scheduler) {
            boolean eaten = thread.status.mayHaveConsumedNotify;
            thread.status.mayHaveConsumedNotify = false;
            boolean wanted = false;
            for (DirectedThread other : threads) {
                wanted |= other.status.state == ThreadState.WAITING && other.waitingFor == channel;
            }
            return eaten && wanted;
        }
    }

    /** A monitor or condition is notified, or a thread is interrupted; called under the scheduler's lock. */
    void notified(Object channel, boolean all) {
        for (DirectedThread thread : threads) {
            if (thread.waitingOn != null && (thread.waitingFor == channel || thread.thread == channel)) {
                thread.status.mayWake = true;
                thread.status.mayHaveConsumedNotify |= !all && thread.status.state == ThreadState.WOKEN;
            }
        }
    }
}
