// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Results of tasks that are used when they are there: forked, scheduled, wrapped by hand, and in the order they came.
 */
public final class Tasks {
    private static final int[] CELLS = new int[8];
    private static int seen;

    /** Counts up each of a range of cells. */
    private static final class Count extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        private final int from;
        private final int to;

        Count(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                CELLS[from]++;
                return 1;
            }
            Count left = new Count(from, (from + to) / 2);
            Count right = new Count((from + to) / 2, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    private static int work(int value) {
        seen = value;
        return value;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        int counted = new ForkJoinPool(2).invoke(new Count(0, CELLS.length));
        CELLS[0]++;
        FutureTask<Integer> task = new FutureTask<>(() -> work(1));
        new Thread(task).start();
        int result = task.get() + seen++;
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        result += clock.schedule(() -> work(2), 10, TimeUnit.MILLISECONDS).get() + seen++;
        clock.shutdown();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> work(3));
        result += service.take().get() + seen++;
        pool.shutdown();
        System.out.println(counted + " " + Arrays.stream(CELLS).sum() + " " + result);
    }
}
