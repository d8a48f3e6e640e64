// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * A lock with a condition, and a gate, both made from the JDK's synchronizer: what they mean is in their state alone.
 */
public final class OwnLock {
    private static final class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(int ignored) {
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(int ignored) {
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

    private static final class Gate extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() == 1 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    private final Mutex mutex = new Mutex();
    private final Mutex.ConditionObject changed = mutex.condition();
    private final Gate gate = new Gate();
    private int count;
    private int prepared;

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
        OwnLock lock = new OwnLock();
        Thread other = new Thread(() -> {
            lock.prepared = 1;
            lock.gate.releaseShared(1);
            lock.count();
            lock.count();
        });
        other.start();
        lock.count();
        lock.awaitCount(3);
        lock.gate.acquireShared(1);
        lock.prepared++;
        System.out.println(lock.count + lock.prepared);
        other.join();
    }
}
