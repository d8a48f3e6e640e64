// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A counter under a lock of the library, and a condition that says when it is complete. */
public final class LibraryLocks {
    private final Lock lock = new ReentrantLock();
    private final Condition complete = lock.newCondition();
    private int count;

    private void add() {
        lock.lock();
        try {
            count++;
            if (count == 2) {
                complete.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count < 2) {
                complete.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LibraryLocks counter = new LibraryLocks();
        Thread first = new Thread(counter::add);
        Thread second = new Thread(counter::add);
        first.start();
        second.start();
        counter.await();
        System.out.println("complete");
        first.join();
        second.join();
    }
}
