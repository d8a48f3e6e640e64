// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Waits in the library with what is left of a deadline, as one does it. A thread whose wait times out reads the clock,
 * and it is over; whatever comes in time is counted under a lock.
 */
public final class LibraryDeadlines {
    private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
    private final CountDownLatch opened = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition enough = lock.newCondition();
    private int sum;

    private static long deadline(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static void expectOver(long deadline) {
        if (System.nanoTime() - deadline < 0) {
            throw new IllegalStateException("not yet over");
        }
    }

    private void consume() throws InterruptedException {
        long deadline = deadline(500);
        if (!opened.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            expectOver(deadline);
        }
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            Integer item = queue.poll(left, TimeUnit.NANOSECONDS);
            if (item == null) {
                expectOver(deadline);
            } else {
                count(item);
            }
        }
    }

    private void count(int item) throws InterruptedException {
        long start = System.nanoTime();
        if (!lock.tryLock(10, TimeUnit.MILLISECONDS)) {
            expectOver(start + TimeUnit.MILLISECONDS.toNanos(10));
            return;
        }
        try {
            sum += item;
            enough.signal();
        } finally {
            lock.unlock();
        }
    }

    private void produce() throws InterruptedException {
        opened.countDown();
        for (int i = 1; i <= 3; i++) {
            long start = System.nanoTime();
            if (!queue.offer(i, 5, TimeUnit.MILLISECONDS)) {
                expectOver(start + TimeUnit.MILLISECONDS.toNanos(5));
            }
            long next = deadline(10);
            for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private void watch() throws InterruptedException {
        long deadline = deadline(150);
        lock.lock();
        try {
            long left = deadline - System.nanoTime();
            while (sum < 100 && left > 0) {
                left = enough.awaitNanos(left);
            }
            expectOver(deadline);
        } finally {
            lock.unlock();
        }
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    private static Thread start(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        LibraryDeadlines all = new LibraryDeadlines();
        Thread consumer = start(all::consume);
        Thread producer = start(all::produce);
        Thread watcher = start(all::watch);
        consumer.join();
        producer.join();
        watcher.join();
        System.out.println("done");
    }
}
