// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** A thread whose tryLock fails updates the counter without the lock; the owner updates it, too. */
// harm: count output
public final class TriedInVain {
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch working = new CountDownLatch(1);
    private int count;

    private void work() {
        lock.lock();
        try {
            working.countDown();
            pause();
        } finally {
            lock.unlock();
        }
        count();
    }

    private void help() throws InterruptedException {
        working.await();
        if (lock.tryLock()) {
            lock.unlock();
            return;
        }
        count();
    }

    private void count() {
        int seen = count; // race: count
        count = seen + 1; // race: count
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TriedInVain tried = new TriedInVain();
        Thread worker = new Thread(tried::work);
        worker.start();
        tried.help();
        worker.join();
        System.out.println(tried.count);
    }
}
