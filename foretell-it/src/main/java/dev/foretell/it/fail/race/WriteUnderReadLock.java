// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A read lock lets all readers in at once, so a write under it is unprotected. */
// harm: hits output
public final class WriteUnderReadLock {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int size;
    private int hits;

    private int look() {
        lock.readLock().lock();
        try {
            hits++; // race: hits
            return size;
        } finally {
            lock.readLock().unlock();
        }
    }

    private void grow() {
        lock.writeLock().lock();
        try {
            size++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WriteUnderReadLock cache = new WriteUnderReadLock();
        Thread first = new Thread(cache::look);
        Thread second = new Thread(cache::look);
        first.start();
        cache.grow();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(cache.hits + cache.size);
    }
}
