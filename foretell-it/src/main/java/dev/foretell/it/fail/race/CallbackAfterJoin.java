// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Joining a future waits for its value, but not for its callbacks. */
// harm: last output
public final class CallbackAfterJoin {
    private static int last;

    private static int compute() {
        try {
            Thread.sleep(300); // so that the callback is there before the value
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return 42;
    }

    private static void tell(int value) {
        last = value; // race: last
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(CallbackAfterJoin::compute, pool);
        future.thenAccept(CallbackAfterJoin::tell);
        future.join();
        Thread.sleep(100);
        System.out.println(last); // race: last
        pool.shutdown();
    }
}
