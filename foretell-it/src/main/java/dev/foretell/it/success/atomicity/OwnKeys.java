// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Each thread looks for a key of its own and puts it; the keys are records, objects with identity, and of a class with
 * its own equals.
 */
// options: --atomic dev.foretell.it.success.*.OwnKeys.register
public final class OwnKeys {
    private final Map<Object, String> owners = new ConcurrentHashMap<>();

    private record Seat(String row, int number) {}

    private static final class Customer {}

    private static final class Account {
        private final String name;

        Account(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Account that && Objects.equals(name, that.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    private void register(Object key, String owner) {
        if (!owners.containsKey(key)) {
            owners.put(key, owner);
        }
    }

    private void registerAll(String row, Customer customer) {
        register(new Seat(row, 1), row);
        register(customer, row);
        register(new Account(row), row);
    }

    public static void main(String[] args) throws InterruptedException {
        OwnKeys all = new OwnKeys();
        Thread first = new Thread(() -> all.registerAll("A", new Customer()), "first");
        Thread second = new Thread(() -> all.registerAll("B", new Customer()), "second");
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(all.owners.size());
    }
}
