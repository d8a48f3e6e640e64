// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.deadlock;

import java.util.concurrent.locks.ReentrantLock;

/** Two locks, taken in two orders. An interrupt would end each wait, but no thread is left that interrupts. */
public final class InterruptibleLocks {
    private final ReentrantLock left = new ReentrantLock();
    private final ReentrantLock right = new ReentrantLock();

    private void leftFirst() throws InterruptedException {
        left.lockInterruptibly();
        try {
            right.lockInterruptibly(); // deadlock
            try {
                System.out.println("left, right");
            } finally {
                right.unlock();
            }
        } finally {
            left.unlock();
        }
    }

    private void rightFirst() throws InterruptedException {
        right.lockInterruptibly();
        try {
            left.lockInterruptibly(); // deadlock
            try {
                System.out.println("right, left");
            } finally {
                left.unlock();
            }
        } finally {
            right.unlock();
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
        InterruptibleLocks locks = new InterruptibleLocks();
        Thread first = start(locks::leftFirst);
        Thread.sleep(100);
        Thread second = start(locks::rightFirst);
        first.join();
        second.join();
    }
}
