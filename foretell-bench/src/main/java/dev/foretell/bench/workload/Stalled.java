// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.util.concurrent.CountDownLatch;

/**
 * Stalls, and prints its process and the time right before: {@code deadlock} of two locks, or {@code waiting} for a
 * notification that no thread can send.
 */
public final class Stalled {
    private static final Object FIRST = new Object();
    private static final Object SECOND = new Object();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private Stalled() {}

    public static void main(String[] args) throws InterruptedException {
        boolean deadlock = args[0].equals("deadlock");
        Thread other = new Thread(() -> hold(SECOND, FIRST, deadlock));
        other.start();
        hold(FIRST, SECOND, deadlock);
        other.join();
    }

    private static void hold(Object own, Object next, boolean deadlock) {
        synchronized (own) {
            try {
                BOTH.countDown();
                BOTH.await();
                if (own == FIRST) {
                    System.out.println("stands " + ProcessHandle.current().pid() + " " + System.currentTimeMillis());
                }
                if (!deadlock) {
                    own.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (next) {
                next.notifyAll();
            }
        }
    }
}
