// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.agent.model.EffectListener;
import dev.foretell.agent.model.SharedLock;
import java.util.concurrent.Semaphore;

/**
 * A thread of a program that is healed with locks. It also records which locks of the program it owns and which one it
 * is about to block on, so that a healing lock is released before a cycle of blocked threads closes, see
 * {@link WaitGraph}.
 *
 * <p>Locks are those of {@link EffectListener}; a {@link SharedLock} stands for a lock that is held in shared mode.
 * Written by the thread itself only; others read it while this thread is blocked, or tolerate a stale value of a
 * running one.
 */
final class HealedThread extends WatchedThread implements EffectListener {
    /** Nested locks that are recorded; threads that block on locks beyond that are found by polling the JVM. */
    private static final int MOST_LOCKS = 64;

    private final Object[] held = new Object[MOST_LOCKS];
    /** Also publishes the elements below it. */
    private volatile int size;
    /** The lock that it is blocked on, or is about to be; null when it runs. */
    private volatile Object blockedOn;
    /** Released during a wait, although it is among those held. */
    private volatile Object releasedForWait;

    /** The call that is about to be made acquires a lock; if it blocks, that is why. */
    private boolean locking;

    private final Healer healer;
    /** Some healing locks are acquired before monitors. */
    private final boolean outside;

    HealedThread(Thread thread, int number, Watcher watcher, Healer healer) {
        super(thread, number, watcher);
        this.healer = healer;
        this.outside = healer.locksOutside();
    }

    @Override
    boolean isInMonitorOf(HealingLock lock) {
        if (outside && lock.index == WatchedThread.FIELD) {
            for (int i = Math.min(size, MOST_LOCKS) - 1; i >= 0; i--) {
                if (lock.refersTo(held[i])) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The lock of the program that it is blocked on, or is about to be; null when it runs. */
    Object blockedOn() {
        return blockedOn;
    }

    /** Whether a thread that wants this lock, exclusively or in shared mode, is blocked by this one. */
    boolean blocks(Object wanted) {
        boolean share = wanted instanceof SharedLock;
        Object lock = SharedLock.lockOf(wanted);
        if (lock == releasedForWait) {
            return false;
        }
        for (int i = Math.min(size, MOST_LOCKS) - 1; i >= 0; i--) {
            Object mine = held[i];
            if (mine == lock || !share && mine instanceof SharedLock && SharedLock.lockOf(mine) == lock) {
                return true;
            }
        }
        return false;
    }

    private int find(Object lock) {
        int i = Math.min(size, MOST_LOCKS) - 1;
        while (i >= 0 && held[i] != lock && !(lock instanceof SharedLock && lock.equals(held[i]))) {
            i--;
        }
        return i;
    }

    private void beforeBlock(Object lock) {
        releasedForWait = null;
        locking = true;
        if (lock != null && find(lock) < 0) {
            blockedOn = lock;
            healer.aboutToBlock(this, SharedLock.lockOf(lock));
        }
    }

    private void has(Object lock) {
        blockedOn = null;
        releasedForWait = null;
        int at = size;
        if (lock != null && at < MOST_LOCKS) {
            held[at] = lock;
            size = at + 1;
        }
    }

    private void leaves(Object lock) {
        blockedOn = null;
        releasedForWait = null;
        int at = find(lock);
        if (at >= 0) {
            int last = size - 1;
            System.arraycopy(held, at + 1, held, at, last - at);
            held[last] = null;
            size = last;
        }
    }

    /** It is about to wait for something that has no owner: a notification, a permit, the end of a thread. */
    private void beforeWaitForOthers() {
        releasedForWait = null;
        healer.aboutToWait(this);
    }

    @Override
    public void beforeEnter(Object lock, int site) {
        if (outside && lock != null && find(lock) < 0) {
            healer.beforeMonitor(this, lock);
        }
        beforeBlock(lock);
    }

    @Override
    public void afterEnter(Object lock, int site) {
        has(lock);
    }

    @Override
    public void beforeExit(Object lock, int site) {
        leaves(lock);
        if (outside) {
            healer.afterMonitor(this);
        }
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        beforeWaitForOthers();
        releasedForWait = monitor;
    }

    @Override
    public void afterWait(Object monitor, int site) {
        releasedForWait = null;
    }

    @Override
    public void beforeJoin(Object thread, int site) {
        if (thread instanceof Thread) {
            beforeWaitForOthers();
        }
    }

    @Override
    public void beforeCall(Object receiver, Object argument, int number, int site) {
        try {
            locking = false;
            watcher.library().before(this, receiver, argument, number, site);
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {
        try {
            watcher.library().after(this, receiver, argument, number, result, site);
        } catch (Throwable failure) {
            watcher.broken(failure);
        }
    }

    @Override
    public void beforeTry(Object lock, boolean shared, Tries sites) {
        beforeBlock(shared ? new SharedLock(lock) : lock); // it may have a time limit
    }

    @Override
    public void afterTry(Object lock, boolean shared, Tries sites) {
        has(shared ? new SharedLock(lock) : lock);
    }

    @Override
    public void tryAcquireFailed(Object lock, Tries sites) {
        blockedOn = null;
    }

    @Override
    public void beforeShare(Object lock, boolean waits, int site) {
        beforeBlock(new SharedLock(lock));
    }

    @Override
    public void afterShare(Object lock, boolean waited, int site) {
        has(new SharedLock(lock));
    }

    @Override
    public void beforeUnshare(Object lock, int site) {
        leaves(new SharedLock(lock));
    }

    @Override
    public boolean holds(Object lock, boolean shared) {
        return find(shared ? new SharedLock(lock) : lock) >= 0;
    }

    @Override
    public void beforePermitAcquire(Semaphore semaphore, Tries sites) {
        beforeWaitForOthers();
    }

    @Override
    public void beforeCondition(Object lock, Object condition, boolean timed, int site) {
        beforeWaitForOthers();
        releasedForWait = lock;
    }

    @Override
    public void afterCondition(Object lock, Object condition, int site) {
        releasedForWait = null;
    }

    @Override
    public void beforeObserve(int site) {} // whether it blocks is an effect of its own

    @Override
    public void beforeBlocking(int site) {
        if (!locking) {
            beforeWaitForOthers();
        }
    }

    @Override
    public void access(Object target, boolean write, int site) {}

    @Override
    public void accessStatic(boolean write, int site) {}

    @Override
    public void accessElement(Object array, int index, boolean write, int site) {}

    @Override
    public void readsOptimistically() {}

    @Override
    public void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites) {}

    @Override
    public void tryPermitFailed(Semaphore semaphore, Tries sites) {}

    @Override
    public void beforePermitRelease(Semaphore semaphore, int permits, int site) {}

    @Override
    public void publish(Object channel, int site) {}

    @Override
    public void afterObserve(Object channel, int site) {}

    @Override
    public void beforeAtomic(Object target, int index, int readSite, int writeSite) {}

    @Override
    public void afterAtomic(Object target, int index, int readSite, int writeSite) {}

    @Override
    public void beforeAround(Object monitor, Object target, boolean write, Sites sites) {
        beforeBlock(monitor);
    }

    @Override
    public void afterAround(Object monitor, Object target, Sites sites) {
        blockedOn = null;
    }

    @Override
    public void afterBlocking(int site) {}
}
