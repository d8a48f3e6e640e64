// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.deadlock;

/** Five philosophers who all enter the dining room first, one at a time: the room is the gate lock of every cycle. */
public final class GatedPhilosophers {
    private static final int SEATS = 5;

    private static void dine(Object room, Object left, Object right) {
        synchronized (room) {
            synchronized (left) {
                synchronized (right) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object room = new Object();
        Object[] forks = new Object[SEATS];
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new Object();
        }
        Thread[] philosophers = new Thread[SEATS];
        for (int i = 0; i < SEATS; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % SEATS];
            philosophers[i] = new Thread(() -> dine(room, left, right), "philosopher-" + i);
            philosophers[i].start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        System.out.println("all have eaten");
    }
}
