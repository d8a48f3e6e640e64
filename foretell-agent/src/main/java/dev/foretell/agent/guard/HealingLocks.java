package dev.foretell.agent.guard;

import java.util.ArrayList;
import java.util.List;

/**
 * The healing locks that are held or waited for, and who waits for whom. A program that did not ask for these locks must not
 * hang because of them: whoever waits looks again and again along the chain of who waits for whom, over healing locks and
 * the program's own, and goes on without the lock when the chain leads back to itself, when its owner waits for something that
 * has no owner, or after some time.
 *
 * <p>So every circle of waiting threads that a healing lock is part of is opened by the thread that waits for that lock.
 */
final class HealingLocks {
    /** Between two looks. */
    private static final long LOOK_MILLIS = 5;
    /** So many looks in a row the owner must be seen to wait for nobody in particular. */
    private static final int IDLE_LOOKS = 3;

    private static final long LONGEST_MILLIS = 500;
    private static final int LONGEST_CHAIN = 64;

    private final Blockers blockers;
    /** Held or waited for; guarded by this. */
    private final List<HealingLock> locks = new ArrayList<>();

    HealingLocks(Blockers blockers) {
        this.blockers = blockers;
    }

    /** What came of an attempt to take a lock. */
    enum Result {
        TAKEN,
        /** This thread had it already. */
        OWN,
        /** To wait would have closed a circle. */
        CIRCLE,
        /** The owner waits for something else, or for too long. */
        GIVEN_UP
    }

    /** Takes the lock, or goes without it. */
    synchronized Result take(GuardedThread me, int group, Object target, int index) {
        HealingLock lock = find(group, target, index);
        if (lock == null) {
            lock = new HealingLock(group, target, index);
            locks.add(lock);
        }
        if (lock.owner == me) {
            return Result.OWN;
        }
        Result result = lock.owner == null ? Result.TAKEN : await(me, lock);
        if (result == Result.TAKEN || result == Result.GIVEN_UP) {
            lock.owner = me; // taken away from an owner that does not come back
        }
        tidy();
        return result;
    }

    private Result await(GuardedThread me, HealingLock lock) {
        long end = System.nanoTime() + LONGEST_MILLIS * 1_000_000;
        int idle = 0;
        boolean interrupted = false;
        lock.waiting++;
        me.wanted = lock;
        try {
            while (lock.owner != null) {
                GuardedThread owner = lock.owner;
                if (leadsTo(owner, me)) {
                    return Result.CIRCLE;
                }
                idle = owner.wanted == null && !owner.delayed && blockers.isIdle(owner.thread) ? idle + 1 : 0;
                boolean late = System.nanoTime() > end && !owner.delayed;
                if (idle >= IDLE_LOOKS || late || owner.thread == null) {
                    return Result.GIVEN_UP;
                }
                interrupted |= !sleep();
            }
            return Result.TAKEN;
        } finally {
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

    private boolean leadsTo(GuardedThread from, GuardedThread me) {
        GuardedThread next = from;
        for (int i = 0; i < LONGEST_CHAIN && next != null; i++) {
            if (next == me) {
                return true;
            }
            next = next.wanted != null ? next.wanted.owner : me.guard.member(blockers.blocking(next.thread));
        }
        return false;
    }

    /** Whether this thread has the lock. */
    synchronized boolean has(GuardedThread me, int group, Object target, int index) {
        HealingLock lock = find(group, target, index);
        return lock != null && lock.owner == me;
    }

    /** Gives up those of its locks that the thread does not need any more. */
    synchronized void giveUp(GuardedThread me, Need need) {
        boolean changed = false;
        for (HealingLock lock : locks) {
            if (lock.owner == me && !need.needs(lock)) {
                lock.owner = null;
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

    private void tidy() {
        for (int i = locks.size() - 1; i >= 0; i--) {
            HealingLock lock = locks.get(i);
            boolean dead = lock.index != GuardedThread.STATIC && lock.refersTo(null);
            if (lock.owner == null && lock.waiting == 0 || dead) {
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
