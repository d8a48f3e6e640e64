// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.inside;

import java.util.ArrayList;
import java.util.List;

/** Two threads add to a list; one of the elements can get lost, or the list can be overrun. */
public final class LostElement {
    private final List<String> orders = new ArrayList<>(4);

    private void add(String first, String second) {
        orders.add(first);
        orders.add(second);
    }

    public static void main(String[] args) throws InterruptedException {
        LostElement shop = new LostElement();
        Thread one = new Thread(() -> shop.add("tea", "milk"));
        Thread other = new Thread(() -> shop.add("salt", "sugar"));
        one.start();
        Thread.sleep(100);
        other.start();
        one.join();
        other.join();
        if (shop.orders.size() != 4) {
            throw new IllegalStateException("four orders, but " + shop.orders.size());
        }
    }
}
