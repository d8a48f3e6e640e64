// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.HashMap;
import java.util.Map;

/** Two threads count in one plain map. */
// harm: content output
public final class MapOfBoth {
    private static final Map<String, Integer> COUNTS = new HashMap<>();

    private static void count() {
        Integer old = COUNTS.get("all"); // race: content
        COUNTS.put("all", old == null ? 1 : old + 1); // race: content
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(MapOfBoth::count);
        Thread second = new Thread(MapOfBoth::count);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(COUNTS.get("all"));
    }
}
