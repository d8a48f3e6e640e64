// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

/** Two locks, taken in two orders. */
public final class Deadlock2 {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();

    private static void leftFirst() {
        synchronized (LEFT) {
            synchronized (RIGHT) { // deadlock
                System.out.println("left, right");
            }
        }
    }

    private static void rightFirst() {
        synchronized (RIGHT) {
            synchronized (LEFT) { // deadlock
                System.out.println("right, left");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Deadlock2::leftFirst);
        Thread second = new Thread(Deadlock2::rightFirst);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
    }
}
