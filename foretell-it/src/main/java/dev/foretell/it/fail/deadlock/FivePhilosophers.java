// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

/**
 * Five philosophers who eat twice: no four of them are enough for the cycle, and the forks are taken again and again.
 */
public final class FivePhilosophers {
    private static final int SEATS = 5;

    private static void dine(Object left, Object right) {
        for (int meal = 0; meal < 2; meal++) {
            synchronized (left) {
                synchronized (right) { // deadlock
                    Thread.onSpinWait();
                }
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
            Thread.sleep(50);
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        System.out.println("all have eaten");
    }
}
