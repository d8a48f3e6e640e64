// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/**
 * Cancels a worker, which then ends by an exception that its own handler takes. Normally the worker is done before;
 * when it is not, the exception leaves its thread, as it should.
 */
public final class CancelledByException {
    private static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1;

        Cancelled() {
            super("cancelled");
        }
    }

    private volatile boolean cancelled;
    private int steps;

    private void work() {
        for (int i = 0; i < 3; i++) {
            step();
        }
    }

    private synchronized void step() {
        if (cancelled) {
            throw new Cancelled();
        }
        steps++;
    }

    private synchronized void cancel() {
        cancelled = true;
    }

    private synchronized boolean isInRange() {
        return steps >= 0 && steps <= 3;
    }

    public static void main(String[] arguments) throws InterruptedException {
        CancelledByException job = new CancelledByException();
        Thread worker = new Thread(job::work, "worker");
        worker.setUncaughtExceptionHandler((thread, exception) -> {
            if (!(exception instanceof Cancelled)) {
                System.exit(3);
            }
        });
        worker.start();
        Thread.sleep(100);
        job.cancel();
        worker.join();
        System.out.println(job.isInRange() ? "ended" : "wrong");
    }
}
