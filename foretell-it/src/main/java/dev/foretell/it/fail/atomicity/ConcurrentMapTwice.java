// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Each call of a concurrent map is safe; two of them in a row are not one. */
// options: --atomic dev.foretell.it.fail.*.ConcurrentMapTwice.register
// harm: entry exception claim was lost
public final class ConcurrentMapTwice {
    private static final Map<String, String> OWNERS = new ConcurrentHashMap<>();

    private static void register(String owner) {
        if (!OWNERS.containsKey("desk")) { // atomicity: entry
            OWNERS.put("desk", owner); // atomicity: entry
        }
    }

    private static void claim(String owner) {
        OWNERS.put("desk", owner); // atomicity: entry
    }

    public static void main(String[] args) throws InterruptedException {
        Thread polite = new Thread(() -> register("polite"), "polite");
        Thread rude = new Thread(() -> claim("rude"), "rude");
        polite.start();
        Thread.sleep(100);
        rude.start();
        polite.join();
        rude.join();
        if (!"rude".equals(OWNERS.get("desk"))) {
            throw new IllegalStateException("a claim was lost");
        }
        System.out.println("claimed");
    }
}
