// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.deadlock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two clerks take two locks in opposite orders, and wait for the second one for a limited time only, each for another.
 * Without it they give the first one back and begin again. So a cycle of locks ends by itself. The locks are fair:
 * otherwise the clerk that begins again mostly overtakes the one that waits, and both are where they were.
 */
public final class TriedForSomeTime {
    private final ReentrantLock stock = new ReentrantLock(true);
    private final ReentrantLock ledger = new ReentrantLock(true);
    private int booked;

    private boolean attempt(ReentrantLock first, ReentrantLock second, long millis) throws InterruptedException {
        first.lock();
        try {
            if (!second.tryLock(millis, TimeUnit.MILLISECONDS)) {
                return false;
            }
            try {
                booked++;
                return true;
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    private void book(ReentrantLock first, ReentrantLock second, long millis) {
        try {
            boolean done = false;
            while (!done) {
                done = attempt(first, second, millis);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TriedForSomeTime desk = new TriedForSomeTime();
        Thread sales = new Thread(() -> desk.book(desk.stock, desk.ledger, 300), "sales");
        Thread purchase = new Thread(() -> desk.book(desk.ledger, desk.stock, 500), "purchase");
        sales.start();
        Thread.sleep(200); // the cycle is rare
        purchase.start();
        sales.join();
        purchase.join();
        System.out.println(desk.booked + " booked");
    }
}
