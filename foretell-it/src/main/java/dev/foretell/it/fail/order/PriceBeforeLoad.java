// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Prices are asked for before they are there. The keys are equal, not identical, and objects with identity; more is put
 * after what is asked for.
 */
// harm: entry#record exception no price
// harm: entry#identity exception no session
public final class PriceBeforeLoad {
    private static final ConcurrentMap<Item, Integer> PRICES = new ConcurrentHashMap<>();
    private static final ConcurrentMap<Customer, String> SESSIONS = new ConcurrentHashMap<>();
    private static final Customer ANN = new Customer();
    private static final Customer BOB = new Customer();

    private record Item(String name, int size) {}

    private static final class Customer {}

    private static void load() {
        PRICES.put(new Item("tea", 1), 3); // order: entry#record
        PRICES.put(new Item("tea", 2), 5);
        PRICES.put(new Item("milk", 1), 1);
        SESSIONS.put(ANN, "open"); // order: entry#identity
        SESSIONS.put(BOB, "open");
    }

    private static void sell() {
        Integer price = PRICES.get(new Item("tea", 1)); // order: entry#record
        if (price == null) {
            throw new IllegalStateException("no price");
        }
    }

    private static void greet() {
        if (SESSIONS.get(ANN) == null) { // order: entry#identity
            throw new IllegalStateException("no session");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PRICES.put(new Item("water", 1), 0);
        Thread loader = new Thread(PriceBeforeLoad::load, "loader");
        Thread till = new Thread(PriceBeforeLoad::sell, "till");
        Thread door = new Thread(PriceBeforeLoad::greet, "door");
        loader.start();
        Thread.sleep(300);
        till.start();
        door.start();
        loader.join();
        till.join();
        door.join();
        System.out.println("sold");
    }
}
