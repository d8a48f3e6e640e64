// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.hard;

import java.util.concurrent.CyclicBarrier;

/** Deadlocks for sure, while a third thread goes on. */
public final class BesideDeadlock {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static final CyclicBarrier BOTH_HOLD = new CyclicBarrier(2);

    private BesideDeadlock() {}

    public static void main(String[] args) {
        new Thread(BesideDeadlock::goOn).start();
        new Thread(() -> take(LEFT, RIGHT)).start();
        take(RIGHT, LEFT);
    }

    /** The same without the third thread. */
    public static final class Alone {
        private Alone() {}

        public static void main(String[] args) {
            new Thread(() -> take(LEFT, RIGHT)).start();
            take(RIGHT, LEFT);
        }
    }

    private static void goOn() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    private static void take(Object first, Object second) {
        synchronized (first) {
            try {
                BOTH_HOLD.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            synchronized (second) {
                System.out.println("both");
            }
        }
    }
}
