// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Asks for locks and permits that others have, is refused, and goes another way: by turns, for some time, until it
 * succeeds.
 */
public final class LibraryTries {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock book = new ReentrantReadWriteLock();
    private final Semaphore desk = new Semaphore(2);
    private final CountDownLatch busy = new CountDownLatch(1);
    private int served;
    private int pages;
    private int notes;

    /** Keeps everything from the others for a while. */
    private void keep() throws InterruptedException {
        lock.lock();
        book.writeLock().lock();
        desk.acquire(2);
        try {
            busy.countDown();
            served++;
            pages++;
            notes++;
            TimeUnit.MILLISECONDS.sleep(100);
        } finally {
            desk.release(2);
            book.writeLock().unlock();
            lock.unlock();
        }
    }

    private void tryUntilItSucceeds() {
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        served++;
        lock.unlock();
        while (!desk.tryAcquire(2)) {
            Thread.yield();
        }
        notes++;
        desk.release(2);
    }

    private void tryForSomeTime() throws InterruptedException {
        int refusals = 0;
        while (!lock.tryLock(5, TimeUnit.MILLISECONDS)) {
            refusals++;
        }
        served += refusals > 0 ? 1 : 0;
        lock.unlock();
    }

    private void read(Lock share) {
        if (share.tryLock()) {
            share.unlock();
        }
        share.lock();
        int seen = pages;
        share.unlock();
        if (seen == 0) {
            throw new IllegalStateException("nothing was written");
        }
    }

    private void use() {
        try {
            busy.await();
            tryForSomeTime();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        tryUntilItSucceeds();
        read(book.readLock());
    }

    public static void main(String[] args) throws InterruptedException {
        LibraryTries all = new LibraryTries();
        Thread first = new Thread(all::use);
        Thread second = new Thread(all::use);
        first.start();
        second.start();
        all.keep();
        first.join();
        second.join();
        System.out.println(all.notes);
    }
}
