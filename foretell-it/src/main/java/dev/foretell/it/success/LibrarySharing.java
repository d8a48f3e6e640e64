// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Locks that readers share, with all changes of mode, and semaphores that keep threads apart or say that something is
 * there.
 */
public final class LibrarySharing {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private final Semaphore mutex = new Semaphore(1);
    private final Semaphore all = new Semaphore(4);
    private final Semaphore ready = new Semaphore(0);
    private int size;
    private double x;
    private double y;
    private int owned;
    private int alone;
    private int handed;

    private int sizeNow() {
        lock.readLock().lock();
        try {
            return size;
        } finally {
            lock.readLock().unlock();
        }
    }

    private int grow() {
        lock.writeLock().lock();
        try {
            size++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return size;
        } finally {
            lock.readLock().unlock();
        }
    }

    private double distance() {
        long stamp = stamped.tryOptimisticRead();
        double nowX = x;
        double nowY = y;
        if (!stamped.validate(stamp)) {
            stamp = stamped.readLock();
            try {
                nowX = x;
                nowY = y;
            } finally {
                stamped.unlockRead(stamp);
            }
        }
        return nowX * nowX + nowY * nowY;
    }

    private void moveFromOrigin() {
        long stamp = stamped.readLock();
        try {
            while (x == 0) {
                long write = stamped.tryConvertToWriteLock(stamp);
                if (write != 0) {
                    stamp = write;
                    x = 1;
                    y = 1;
                    stamp = stamped.tryConvertToReadLock(stamp);
                } else {
                    stamped.unlockRead(stamp);
                    stamp = stamped.writeLock();
                }
            }
        } finally {
            stamped.unlock(stamp);
        }
    }

    private void own() {
        mutex.acquireUninterruptibly();
        owned++;
        mutex.release();
        all.acquireUninterruptibly(4);
        alone++;
        all.release(4);
    }

    private void use() {
        grow();
        moveFromOrigin();
        own();
        if (all.tryAcquire()) {
            int seen = alone;
            all.release();
            if (seen == 0) {
                throw new IllegalStateException();
            }
        }
        if (sizeNow() == 0 || distance() == 0) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LibrarySharing sharing = new LibrarySharing();
        Thread first = new Thread(() -> {
            sharing.use();
            sharing.handed = 1;
            sharing.ready.release();
        });
        Thread second = new Thread(sharing::use);
        first.start();
        second.start();
        sharing.ready.acquire();
        sharing.handed++;
        sharing.use();
        first.join();
        second.join();
        System.out.println(sharing.size + sharing.owned + sharing.handed + sharing.distance());
    }
}
