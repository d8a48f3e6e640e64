// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** Who asks before prices are loaded takes the fallback, which is set only after that; who is slow never notices. */
// harm: loaded exception no fallback
public final class FallbackNotReady {
    private volatile boolean loaded;
    private volatile int fallback;

    private void load() {
        loaded = true; // order: loaded
        fallback = 3;
    }

    private void sell() {
        if (!loaded) { // order: loaded
            if (fallback == 0) {
                throw new IllegalStateException("no fallback");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FallbackNotReady prices = new FallbackNotReady();
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
