// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload.tests;

/** Runs two tasks in two threads, the second one after a pause, so that an ordinary run passes. */
final class Workers {
    private static final long PAUSE_MILLIS = 50;

    private Workers() {}

    static void run(Runnable first, Runnable second) throws InterruptedException {
        Thread one = new Thread(first, "first");
        Thread two = new Thread(second, "second");
        one.start();
        Thread.sleep(PAUSE_MILLIS);
        two.start();
        one.join();
        two.join();
    }
}
