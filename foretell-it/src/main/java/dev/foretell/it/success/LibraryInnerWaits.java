// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Tasks that the JDK itself waits for: no future is joined, and all is done when the call returns. */
public final class LibraryInnerWaits {
    private static int one;
    private static int two;
    private static int any;
    private static int rest;
    private static int stopped;

    /** Adds one to each element of a part, and once more to its ends after its two halves. */
    private static final class Halves extends RecursiveAction {
        private final int[] numbers;
        private final int from;
        private final int to;

        Halves(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= 2) {
                for (int i = from; i < to; i++) {
                    numbers[i]++;
                }
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new Halves(numbers, from, middle), new Halves(numbers, middle, to));
            numbers[from]++;
            numbers[to - 1]++;
        }
    }

    /** The same, where the last task to end continues with the whole. */
    private static final class Parts extends CountedCompleter<Void> {
        private final int[] numbers;
        private final int from;
        private final int to;

        Parts(CountedCompleter<?> whole, int[] numbers, int from, int to) {
            super(whole);
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from > 2) {
                int middle = (from + to) / 2;
                setPendingCount(2);
                new Parts(this, numbers, from, middle).fork();
                new Parts(this, numbers, middle, to).fork();
            } else {
                for (int i = from; i < to; i++) {
                    numbers[i]++;
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> part) {
            numbers[from]++;
            numbers[to - 1]++;
        }
    }

    private static void invoked() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.invokeAll(List.of(() -> one = 1, () -> two = 2));
        one += two;
        pool.invokeAny(List.of(() -> any = 1));
        any++;
        pool.shutdown();
    }

    private static int forked() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invokeAll(List.of(() -> one++, () -> two++));
        one += two;
        int[] halves = new int[8];
        pool.invoke(new Halves(halves, 0, halves.length));
        int[] parts = new int[8];
        pool.invoke(new Parts(null, parts, 0, parts.length));
        pool.execute(() -> rest = 1);
        if (pool.awaitQuiescence(10, TimeUnit.SECONDS)) {
            rest++;
        }
        pool.shutdown();
        return halves[0] + halves[7] + parts[0] + parts[7];
    }

    /** A task is interrupted when its future is cancelled or its pool is closed, and sees what was done before. */
    private static void interrupted() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch begun = new CountDownLatch(1);
        stopped = 1;
        Future<?> task = pool.submit(() -> {
            begun.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(1_000_000);
            }
            stopped++;
        });
        begun.await();
        stopped = 2;
        task.cancel(true);
        pool.shutdown();
        if (pool.awaitTermination(10, TimeUnit.SECONDS)) {
            stopped++;
        }
    }

    public static void main(String[] args) throws Exception {
        invoked();
        int sum = forked();
        interrupted();
        System.out.println(sum + one + any + rest + stopped);
    }
}
