// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

import java.util.concurrent.CountDownLatch;

/** Two threads take two locks in opposite order, and always at the same time. */
public final class Deadlocked {
    private static final Object LEFT = new Object();
    private static final StringBuilder RIGHT = new StringBuilder();
    private static final CountDownLatch BOTH = new CountDownLatch(2);
    private static int taken;

    private Deadlocked() {}

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> take(LEFT, RIGHT), "one");
        Thread two = new Thread(() -> take(RIGHT, LEFT), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(taken);
    }

    private static void take(Object first, Object second) {
        synchronized (first) {
            meet();
            synchronized (second) {
                taken++;
            }
        }
    }

    private static void meet() {
        BOTH.countDown();
        try {
            BOTH.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
