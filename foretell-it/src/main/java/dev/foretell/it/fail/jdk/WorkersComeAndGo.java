// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tasks that count without a lock. They are so far apart that each finds the one before done. A worker that is idle
 * ends after a millisecond, so whether a task gets a new one is a matter of luck.
 */
// harm: done exception counted
public final class WorkersComeAndGo {
    private static final int TASKS = 12;
    private static int done;

    private WorkersComeAndGo() {}

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, TASKS, 1, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
        for (int i = 0; i < TASKS; i++) {
            pool.execute(WorkersComeAndGo::count);
            Thread.sleep(1 + i % 3);
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        if (done != TASKS) {
            throw new IllegalStateException("counted " + done);
        }
    }

    private static void count() {
        done++; // race: done
    }
}
