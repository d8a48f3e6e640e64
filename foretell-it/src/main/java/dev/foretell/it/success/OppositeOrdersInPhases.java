// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Two locks in two orders, in phases that a join keeps apart. */
public final class OppositeOrdersInPhases {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static int steps;

    private static void leftFirst() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                steps++;
            }
        }
    }

    private static void rightFirst() {
        synchronized (RIGHT) {
            synchronized (LEFT) {
                steps++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(OppositeOrdersInPhases::leftFirst);
        first.start();
        first.join();
        Thread second = new Thread(OppositeOrdersInPhases::rightFirst);
        second.start();
        second.join();
        System.out.println("steps " + steps);
    }
}
