// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who is woken must look again: another may have taken what was there, before the lock was free. If that one comes even
 * before the first, the first waits for ever.
 */
// harm: content exception NoSuchElementException
public final class ConditionWithoutLoop {
    private final Lock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Queue<String> queue = new ArrayDeque<>();

    private String take() throws InterruptedException {
        lock.lock(); // order
        try {
            if (queue.isEmpty()) { // atomicity: content
                filled.await();
            }
            return queue.remove(); // atomicity: content
        } finally {
            lock.unlock();
        }
    }

    private void put(String element) {
        lock.lock();
        try {
            queue.add(element);
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    private String poll() {
        lock.lock(); // order
        try {
            return queue.poll(); // atomicity: content
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConditionWithoutLoop box = new ConditionWithoutLoop();
        Thread taker = new Thread(() -> {
            try {
                System.out.println(box.take());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        taker.start();
        Thread.sleep(100);
        box.put("one");
        Thread.sleep(100);
        box.poll();
        taker.join();
    }
}
