// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Tasks that see what was done before they were submitted, and whose results are used when they are there. */
public final class LibraryTasks {
    private static int amount;
    private static int total;
    private static int factor;
    private static final int[] CELLS = new int[32];

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        amount = 1;
        Future<?> first = pool.submit(() -> total = amount + 1);
        first.get();
        total++;
        amount = 2;
        CompletableFuture<Integer> second =
                CompletableFuture.supplyAsync(() -> total += amount, pool).thenApply(value -> value + amount);
        int result = second.get();
        amount = 3;
        pool.execute(() -> total += amount);
        pool.shutdown();
        boolean over = pool.awaitTermination(1, TimeUnit.MINUTES);
        total++;
        factor = 2;
        IntStream.range(0, CELLS.length).parallel().forEach(i -> CELLS[i] = i * factor);
        factor = 3;
        for (int i = 0; i < CELLS.length; i++) {
            total += CELLS[i]++;
        }
        System.out.println(total + " " + result + " " + over);
    }
}
