// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;

/** A lock with a condition made from the JDK's synchronizer with a long state. */
public final class OwnLongLock {
    private static final class Mutex extends AbstractQueuedLongSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(long ignored) {
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(long ignored) {
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getExclusiveOwnerThread() == Thread.currentThread();
        }

        ConditionObject condition() {
            return new ConditionObject();
        }
    }

    private final Mutex mutex = new Mutex();
    private final Mutex.ConditionObject changed = mutex.condition();
    private int count;

    private void count() {
        mutex.acquire(1);
        try {
            count++;
            changed.signalAll();
        } finally {
            mutex.release(1);
        }
    }

    private void awaitCount(int wanted) throws InterruptedException {
        mutex.acquire(1);
        try {
            while (count < wanted) {
                changed.await();
            }
        } finally {
            mutex.release(1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OwnLongLock lock = new OwnLongLock();
        Thread other = new Thread(() -> {
            lock.count();
            lock.count();
        });
        other.start();
        lock.count();
        lock.awaitCount(3);
        System.out.println(lock.count);
        other.join();
    }
}
