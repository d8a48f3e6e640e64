// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

/** Three dining philosophers: the cycle has three locks, no two of them are enough. */
public final class Philosophers {
    private static final int SEATS = 3;

    private static void dine(Object left, Object right) {
        synchronized (left) {
            synchronized (right) { // deadlock
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] forks = new Object[SEATS];
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new Object();
        }
        Thread[] philosophers = new Thread[SEATS];
        for (int i = 0; i < SEATS; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % SEATS];
            philosophers[i] = new Thread(() -> dine(left, right), "philosopher-" + i);
            philosophers[i].start();
            Thread.sleep(60);
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        System.out.println("all have eaten");
    }
}
