// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.util.ArrayList;
import java.util.List;

/**
 * The healing locks that are held or waited for. A program that did not ask for these locks must not hang because of
 * them. So nobody begins to wait for one when that would close a circle of waiting threads; a thread that is about to
 * wait for something of the program's own, and would close one, has a healing lock in it taken away from its owner
 * first ({@link #open}); and whoever waits looks again and again, because in code without probes threads wait without a
 * word: then it goes on without the lock when a circle has closed, or takes the lock away when its owner waits for
 * something that has no owner, or does not come back.
 */
final class HealingLocks {
    /** Between two looks. */
    private static final long LOOK_MILLIS = 5;
    /** So many looks in a row the owner must be seen to wait for nobody in particular. */
    private static final int IDLE_LOOKS = 3;

    /** One owner may have it for so long while another thread waits. */
    private static final long LONGEST_MILLIS = 2000;

    private final BlockingThreads blockers;
    private final WaitGraph graph;
    /** Held or waited for; guarded by this. */
    private final List<HealingLock> locks = new ArrayList<>();
    /** How many threads wait for one; written under the lock. */
    private volatile int waiters;

    HealingLocks(BlockingThreads blockers) {
        this.blockers = blockers;
        this.graph = new WaitGraph(blockers);
    }

    /** What came of an attempt to take a lock. */
    enum Result {
        TAKEN,
        /** This thread had it already. */
        OWN,
        /** To wait would have closed a circle. */
        CYCLE,
        /** The owner waits for something else, or for too long. */
        REVOKED
    }

    /** Takes the lock, or goes without it. */
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
     * Whether a thread that has said what it is about to wait for may close a circle with a healing lock in it: then
     * somebody waits for one already. Without a lock, because who begins to wait for one later looks later, and sees
     * what this thread has said.
     */
    boolean mayCloseCycle() {
        return waiters > 0;
    }

    /**
     * The thread is about to wait for something of the program's. Takes a healing lock away from its owner when the
     * wait would close a circle that the program by itself does not have; returns that lock, or null.
     */
    synchronized HealingLock breakCycle(WatchedThread me) {
        HealingLock lock = graph.inCycleOf(me);
        if (lock != null) {
            release(lock);
        }
        return lock;
    }

    /**
     * Takes all healing locks away from a thread that will not go on before others do something; returns one of them,
     * or null.
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

    /** Whether this thread has the lock. */
    synchronized boolean has(WatchedThread me, int group, Object target, int index) {
        HealingLock lock = find(group, target, index);
        return lock != null && lock.owner == me;
    }

    /** Gives up those of its locks that the thread does not need any more. */
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
