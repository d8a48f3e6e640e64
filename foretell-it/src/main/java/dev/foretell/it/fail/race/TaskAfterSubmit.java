// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What is done before a task is submitted the task may see; what is done after it races with the task. */
// harm: limit output
public final class TaskAfterSubmit {
    private int amount;
    private int limit;

    private int work() {
        return amount + limit; // race: limit
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        TaskAfterSubmit task = new TaskAfterSubmit();
        task.amount = 1;
        Future<Integer> result = pool.submit(task::work);
        Thread.sleep(100);
        task.limit = 10; // race: limit
        System.out.println(result.get());
        task.amount = 2;
        pool.shutdown();
    }
}
