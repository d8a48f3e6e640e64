// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits a generous time for what takes none, and fails when it does not come. That is correct, and nothing but a thread
 * that is held back makes it fail. The argument says how it waits. No schedule leads to a race, but some seem worth a
 * try: the quoter asks again and again until there are prices.
 */
public final class GivesUp {
    private static final long LIMIT_MILLIS = 1500;

    private final CountDownLatch latch = new CountDownLatch(1);
    private final CompletableFuture<Boolean> future = new CompletableFuture<>();
    private int[] prices;
    private boolean ready;
    private boolean done;

    private GivesUp() {}

    private void load() {
        prices = new int[] {3, 4};
        synchronized (this) {
            ready = true;
        }
    }

    private synchronized boolean isReady() {
        return ready;
    }

    private void quote() {
        while (!isReady()) {
            Thread.onSpinWait();
        }
        if (prices[1] != 4) {
            throw new AssertionError(prices[1]);
        }
        synchronized (latch) {
            done = true;
            latch.notifyAll();
        }
        // Behind that: an open latch lets the turns of a waiting thread pass at once.
        latch.countDown();
        future.complete(true);
    }

    private boolean isDone() {
        synchronized (latch) {
            return done;
        }
    }

    private boolean awaits(String way) throws Exception {
        switch (way) {
            case "latch":
                return latch.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            case "future":
                return future.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            case "timer":
                return future.orTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS).get();
            case "monitor":
                synchronized (latch) {
                    if (!done) {
                        latch.wait(LIMIT_MILLIS);
                    }
                    return done;
                }
            case "turns":
                for (int turn = 0; turn < 100 && !isDone(); turn++) {
                    latch.await(15, TimeUnit.MILLISECONDS);
                }
                return isDone();
            case "sleeps":
                for (int turn = 0; turn < 100 && !isDone(); turn++) {
                    Thread.sleep(15);
                }
                return isDone();
            default:
                long begin = System.nanoTime();
                while (!isDone() && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS)) {
                    Thread.sleep(5);
                }
                return isDone();
        }
    }

    public static void main(String[] args) throws Exception {
        GivesUp desk = new GivesUp();
        Thread loader = new Thread(desk::load, "loader");
        Thread quoter = new Thread(desk::quote, "quoter");
        loader.start();
        Thread.sleep(100);
        quoter.start();
        if (!desk.awaits(args[0])) {
            throw new IllegalStateException("no quotation in time");
        }
        loader.join();
        quoter.join();
        System.out.println("closed");
    }
}
