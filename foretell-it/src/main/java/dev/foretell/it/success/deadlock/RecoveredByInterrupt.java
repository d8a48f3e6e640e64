// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.deadlock;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Two clerks take two locks in opposite orders, interruptibly. When one of them has not finished after a while, the
 * main thread interrupts it; it gives its lock back and begins again. So a cycle of locks never lasts. The locks are
 * fair: otherwise the clerk that begins again mostly overtakes the one that waits, and both are where they were.
 */
public final class RecoveredByInterrupt {
    private static final long PATIENCE_MILLIS = 500;

    private final ReentrantLock stock = new ReentrantLock(true);
    private final ReentrantLock ledger = new ReentrantLock(true);
    private int booked;

    private boolean attempt(ReentrantLock first, ReentrantLock second) {
        try {
            first.lockInterruptibly();
            try {
                second.lockInterruptibly();
                try {
                    booked++;
                    return true;
                } finally {
                    second.unlock();
                }
            } finally {
                first.unlock();
            }
        } catch (InterruptedException e) {
            return false; // begins again
        }
    }

    private void book(ReentrantLock first, ReentrantLock second) {
        boolean done = false;
        while (!done) {
            done = attempt(first, second);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        RecoveredByInterrupt desk = new RecoveredByInterrupt();
        Thread sales = new Thread(() -> desk.book(desk.stock, desk.ledger), "sales");
        Thread purchase = new Thread(() -> desk.book(desk.ledger, desk.stock), "purchase");
        sales.start();
        Thread.sleep(200); // the cycle is rare
        purchase.start();
        purchase.join(PATIENCE_MILLIS);
        while (purchase.isAlive()) {
            purchase.interrupt();
            purchase.join(PATIENCE_MILLIS);
        }
        sales.join();
        System.out.println(desk.booked + " booked");
    }
}
