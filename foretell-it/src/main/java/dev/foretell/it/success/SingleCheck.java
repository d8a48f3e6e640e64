// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.ArrayList;
import java.util.List;

/**
 * The racy single check, as in {@code String.hashCode}: every thread computes the same from what never changes, so it
 * does not matter which of them fills the cache, or that several do. A race, and a correct program.
 */
public final class SingleCheck {
    private final String name;
    private final int number;
    private int hash;
    private String text;

    private SingleCheck(String name, int number) {
        this.name = name;
        this.number = number;
    }

    @Override
    public int hashCode() {
        int result = hash;
        if (result == 0) {
            result = 31 * name.hashCode() + number;
            hash = result;
        }
        return result;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SingleCheck that && that.name.equals(name) && that.number == number;
    }

    @Override
    public String toString() {
        String result = text;
        if (result == null) {
            StringBuilder builder = new StringBuilder(name);
            for (int i = 0; i < number; i++) {
                builder.append('.').append(i);
            }
            result = builder.toString();
            text = result;
        }
        return result;
    }

    public static void main(String[] args) throws InterruptedException {
        SingleCheck shared = new SingleCheck("shared", 3);
        int[] results = new int[2];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            int own = i;
            threads.add(new Thread(() -> {
                if (!shared.toString().equals("shared.0.1.2")) {
                    throw new IllegalStateException("another text");
                }
                results[own] = shared.hashCode();
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results[0] == results[1] ? "one value" : "two values");
    }
}
