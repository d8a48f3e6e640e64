// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.util.ArrayList;
import java.util.List;

/**
 * The healing locks that are held or waited for. The program does not have these locks, so it must not hang because of
 * them. Therefore no thread blocks on one when that would close a cycle of blocked threads; before a thread blocks on a
 * lock of the program and would close a cycle, a healing lock of the cycle is taken away from its owner
 * ({@link #breakCycle}); and a thread that is blocked on a healing lock polls, because in code without probes threads
 * block without a record: it continues without the lock when a cycle has closed, or takes the lock away when its owner
 * waits for something that has no owner, or does not come back.
 */
final class HealingLocks {
    /** Between two polls. */
    private static final long LOOK_MILLIS = 5;
    /** Polls in a row in which the owner waits for something that has no owner. */
    private static final int IDLE_LOOKS = 3;

    /** An owner may keep it for so long while another thread waits. */
    private static final long LONGEST_MILLIS = 2000;

    private final BlockingThreads blockers;
    private final WaitGraph graph;
    /** Held or waited for; guarded by this. */
    private final List<HealingLock> locks = new ArrayList<>();
    /** How many threads are blocked on one; written under the lock. */
    private volatile int waiters;

    HealingLocks(BlockingThreads blockers) {
        this.blockers = blockers;
        this.graph = new WaitGraph(blockers);
    }

    /** The outcome of an attempt to acquire a lock. */
    enum Result {
        TAKEN,
        /** This thread owned it already. */
        OWN,
        /** Waiting would have closed a cycle. */
        CYCLE,
        /** Taken away from its owner, which waits for something else or took too long. */
        REVOKED
    }

    /** Acquires the lock, or continues without it. */
    synchronized Result take(WatchedThread me, int group, Object target, int index) {
        HealingLock lock = find(group, target, index);
        if (lock == null) {
            lock = new HealingLock(group, target, index);
            locks.add(lock);
        }
        if (lock.owner == me) {
            return Result.OWN;
        }
        Result result = lock.owner == null ? Result.TAKEN : await(me, lock);
        if (result == Result.TAKEN || result == Result.REVOKED) {
            lock.ownedBy(me); // also when it is taken away from its owner
        }
        tidy();
        return result;
    }

    private Result await(WatchedThread me, HealingLock lock) {
        long end = 0;
        long times = -1;
        int idle = 0;
        boolean interrupted = false;
        lock.waiting++;
        me.wanted = lock;
        waiters++; // before the graph is read, see mayCloseCycle
        try {
            while (lock.owner != null) {
                WatchedThread owner = lock.owner;
                if (graph.isBlockedBy(owner, me)) {
                    return Result.CYCLE;
                }
                if (lock.times != times || owner.delayed) {
                    times = lock.times;
                    end = System.nanoTime() + LONGEST_MILLIS * 1_000_000;
                }
                idle = owner.wanted == null && !owner.delayed && blockers.isIdle(owner.thread) ? idle + 1 : 0;
                if (idle >= IDLE_LOOKS || System.nanoTime() > end || owner.thread == null) {
                    return Result.REVOKED;
                }
                interrupted |= !sleep();
            }
            return Result.TAKEN;
        } finally {
            waiters--;
            lock.waiting--;
            me.wanted = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns false when the thread was interrupted meanwhile. */
    private boolean sleep() {
        try {
            wait(LOOK_MILLIS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /**
     * Whether a thread that has recorded what it is about to block on may close a cycle with a healing lock in it: only
     * if a thread is blocked on one already. Reads without the lock, because a thread that blocks on one later also
     * reads the graph later, and finds what this thread has recorded.
     */
    boolean mayCloseCycle() {
        return waiters > 0;
    }

    /**
     * The thread is about to block on a lock of the program. Takes a healing lock away from its owner when that would
     * close a cycle that the program alone does not have; returns that lock, or null.
     */
    synchronized HealingLock breakCycle(WatchedThread me) {
        HealingLock lock = graph.inCycleOf(me);
        if (lock != null) {
            release(lock);
        }
        return lock;
    }

    /**
     * Takes all healing locks away from a thread that is about to wait for other threads; returns one of them, or null.
     */
    synchronized HealingLock revokeAll(WatchedThread me) {
        HealingLock one = null;
        for (HealingLock lock : locks) {
            if (lock.owner == me) {
                one = lock;
            }
        }
        if (one != null) {
            releaseUnneeded(me, new NoNeed());
        }
        return one;
    }

    private void release(HealingLock lock) {
        lock.ownedBy(null);
        tidy();
        notifyAll();
    }

    /** Whether this thread owns the lock. */
    synchronized boolean has(WatchedThread me, int group, Object target, int index) {
        HealingLock lock = find(group, target, index);
        return lock != null && lock.owner == me;
    }

    /** Releases those of its locks that the thread does not need any more. */
    synchronized void releaseUnneeded(WatchedThread me, Need need) {
        boolean changed = false;
        for (HealingLock lock : locks) {
            if (lock.owner == me && !need.needs(lock)) {
                lock.ownedBy(null);
                changed = true;
            }
        }
        if (changed) {
            tidy();
            notifyAll();
        }
    }

    /** Which locks are still needed. */
    interface Need {
        boolean needs(HealingLock lock);
    }

    /** None is. */
    private static final class NoNeed implements Need {
        @Override
        public boolean needs(HealingLock lock) {
            return false;
        }
    }

    private void tidy() {
        for (int i = locks.size() - 1; i >= 0; i--) {
            HealingLock lock = locks.get(i);
            boolean dead = lock.index != WatchedThread.STATIC && lock.refersTo(null);
            if (lock.owner == null && lock.waiting == 0 || dead) {
                lock.ownedBy(null);
                locks.remove(i);
            }
        }
    }

    private HealingLock find(int group, Object target, int index) {
        for (HealingLock lock : locks) {
            if (lock.isFor(group, target, index)) {
                return lock;
            }
        }
        return null;
    }
}
