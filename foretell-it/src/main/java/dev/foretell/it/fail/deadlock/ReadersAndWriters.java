// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Each thread holds the read lock of one account and requests the write lock of the other. */
public final class ReadersAndWriters {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int balance;

    private void copyFrom(ReadersAndWriters other) {
        other.lock.readLock().lock();
        try {
            lock.writeLock().lock(); // deadlock
            try {
                balance = other.balance;
            } finally {
                lock.writeLock().unlock();
            }
        } finally {
            other.lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadersAndWriters one = new ReadersAndWriters();
        ReadersAndWriters two = new ReadersAndWriters();
        Thread first = new Thread(() -> one.copyFrom(two));
        Thread second = new Thread(() -> two.copyFrom(one));
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(one.balance + two.balance);
    }
}
