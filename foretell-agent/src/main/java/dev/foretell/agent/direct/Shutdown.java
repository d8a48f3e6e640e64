// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * The shutdown of the JVM that no thread requests: its last non-daemon thread has ended, or a signal arrived. In the
 * first case daemons may have steps left, which they completed in the recorded run before the JVM ended; the JVM waits
 * for them here. A signal ends the schedule at once.
 */
final class Shutdown {
    private static final long POLL_MILLIS = 5;

    private final Scheduler scheduler;
    private final long patience;

    Shutdown(Scheduler scheduler, long patienceMillis) {
        this.scheduler = scheduler;
        this.patience = patienceMillis * 1_000_000;
    }

    /** Called by a thread of the JVM, before hooks of the program are started or concurrently with them. */
    void await(String because) {
        long since = System.nanoTime();
        try {
            while (scheduler.jvmShutsDown() && areAllDaemons() && System.nanoTime() - since < 2 * patience) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scheduler.giveUp(because);
    }

    private boolean areAllDaemons() {
        for (DirectedThread thread : scheduler.threads()) {
            Thread real = thread.thread;
            if (real != null && real != Thread.currentThread() && !real.isDaemon() && real.isAlive()) {
                return false;
            }
        }
        return true;
    }
}
