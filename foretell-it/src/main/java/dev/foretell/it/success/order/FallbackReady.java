// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** Who asks before prices are loaded takes the fallback, which is set before the threads start. */
public final class FallbackReady {
    private volatile boolean loaded;
    private volatile int fallback = 1;

    private void load() {
        loaded = true;
        fallback = 3;
    }

    private void sell() {
        if (!loaded) {
            if (fallback == 0) {
                throw new IllegalStateException("no fallback");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FallbackReady prices = new FallbackReady();
        Thread loader = new Thread(prices::load, "loader");
        Thread till = new Thread(prices::sell, "till");
        loader.start();
        Thread.sleep(100);
        till.start();
        loader.join();
        till.join();
        System.out.println("sold, fallback " + prices.fallback);
    }
}
