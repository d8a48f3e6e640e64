// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two locks of the library, taken in two orders. */
public final class TwoReentrantLocks {
    private static final Lock LEFT = new ReentrantLock();
    private static final Lock RIGHT = new ReentrantReadWriteLock().writeLock();

    private static void leftFirst() {
        LEFT.lock();
        try {
            RIGHT.lock(); // deadlock
            RIGHT.unlock();
        } finally {
            LEFT.unlock();
        }
    }

    private static void rightFirst() {
        RIGHT.lock();
        try {
            LEFT.lock(); // deadlock
            LEFT.unlock();
        } finally {
            RIGHT.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(TwoReentrantLocks::leftFirst);
        Thread second = new Thread(TwoReentrantLocks::rightFirst);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
    }
}
