// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Two locks in two orders, but a third one around them lets only one thread at a time try. */
public final class GateLock {
    private final Object gate = new Object();
    private final Object left = new Object();
    private final Object right = new Object();
    private int meals;

    private void leftFirst() {
        synchronized (gate) {
            synchronized (left) {
                synchronized (right) {
                    meals++;
                }
            }
        }
    }

    private void rightFirst() {
        synchronized (gate) {
            synchronized (right) {
                synchronized (left) {
                    meals++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GateLock table = new GateLock();
        Thread first = new Thread(table::leftFirst);
        Thread second = new Thread(table::rightFirst);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("meals " + table.meals);
    }
}
