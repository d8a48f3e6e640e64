// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tasks that count with a lock, in pools whose idle workers end after a millisecond. One pool has no queue. The other
 * has one and is not shut down: the program ends when its last worker does.
 */
public final class WorkersTakeTurns {
    private static final int TASKS = 6;
    private static int done;

    private WorkersTakeTurns() {}

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor direct =
                new ThreadPoolExecutor(0, TASKS, 1, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
        ThreadPoolExecutor queued = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());
        queued.allowCoreThreadTimeOut(true);
        for (int i = 0; i < TASKS; i++) {
            direct.execute(WorkersTakeTurns::count);
            queued.execute(WorkersTakeTurns::count);
            Thread.sleep(i % 3);
        }
        direct.shutdown();
        direct.awaitTermination(1, TimeUnit.MINUTES);
    }

    private static synchronized void count() {
        done++;
        if (done > 2 * TASKS) {
            throw new IllegalStateException("counted " + done);
        }
    }
}
