// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** A worker looks before each step whether it is closed, and stops, also before the one that settles. */
public final class ClosedMidway {
    private static final int STEPS = 9;
    private static final int SETTLES = 5;

    private volatile boolean closed;
    private volatile int settled;

    private void work() {
        for (int step = 0; step < STEPS; step++) {
            boolean stop = closed;
            if (stop) {
                return;
            }
            if (step == SETTLES) {
                settled = step;
            }
        }
    }

    private void close() {
        closed = true;
    }

    public static void main(String[] args) throws InterruptedException {
        ClosedMidway books = new ClosedMidway();
        Thread worker = new Thread(books::work, "worker");
        worker.start();
        Thread.sleep(100);
        books.close();
        worker.join();
        System.out.println(books.settled >= 0 ? "done" : "never");
    }
}
