// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.inside;

import java.util.HashMap;
import java.util.Map;

/**
 * Two threads put different keys into a map; the entry that comes first can get lost when both fall into one bucket.
 */
public final class LostEntry {
    private final Map<Integer, String> prices = new HashMap<>();

    private void price(int item) {
        prices.put(item, "5 EUR");
    }

    public static void main(String[] args) throws InterruptedException {
        LostEntry shop = new LostEntry();
        Thread one = new Thread(() -> shop.price(1));
        Thread other = new Thread(() -> shop.price(17));
        one.start();
        Thread.sleep(100);
        other.start();
        one.join();
        other.join();
        if (shop.prices.get(1) == null || shop.prices.get(17) == null) {
            throw new IllegalStateException("a price is lost");
        }
    }
}
