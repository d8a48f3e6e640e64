package dev.foretell.agent.library;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.misc.Unsafe;

/**
 * Locks besides monitors. Each stands for itself by an object that nobody uses as a monitor: the synchronizer inside it, which
 * its conditions know too.
 */
public final class Locks {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long OWNER =
            UNSAFE.objectFieldOffset(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");

    private static final long STATE = UNSAFE.objectFieldOffset(AbstractQueuedSynchronizer.class, "state");
    private static final long PERMITS = UNSAFE.objectFieldOffset(Semaphore.class, "sync");
    /** Where a {@link ReentrantReadWriteLock} counts those who share it. */
    private static final int SHARES = 16;

    private Locks() {}

    /** Whether an object is a lock that is not a monitor. */
    public static boolean isLock(Object lock) {
        return lock instanceof AbstractOwnableSynchronizer || lock instanceof StampedLock;
    }

    /**
     * Whether this thread has the lock, its share, or the monitor. Of locks without an owner, and of shares, it believes that it
     * has if anybody has.
     */
    public static boolean isHeld(Object lock) {
        if (lock instanceof Share share) {
            Object shared = share.lock();
            return shared instanceof StampedLock stamped
                    ? stamped.isReadLocked()
                    : shared.getClass().getEnclosingClass() != ReentrantReadWriteLock.class
                            || UNSAFE.getIntVolatile(shared, STATE) >>> SHARES != 0;
        }
        if (lock instanceof AbstractOwnableSynchronizer) {
            return UNSAFE.getReference(lock, OWNER) == Thread.currentThread();
        }
        return lock instanceof StampedLock stamped ? stamped.isWriteLocked() : Thread.holdsLock(lock);
    }

    /** The permits that a semaphore has now, whatever its subclass says. */
    public static int permits(Semaphore semaphore) {
        return UNSAFE.getIntVolatile(UNSAFE.getReference(semaphore, PERMITS), STATE);
    }

    /** How people call a lock, or a share of it. */
    public static String describe(Object lockOrShare) {
        String name = nameOf(Share.lockOf(lockOrShare).getClass());
        return lockOrShare instanceof Share ? name + " (shared)" : name;
    }

    /** How people call a lock of this class. */
    public static String nameOf(Class<?> type) {
        String name = type.getTypeName();
        int inner = AbstractQueuedSynchronizer.class.isAssignableFrom(type) ? name.indexOf('$') : -1;
        return inner < 0 ? name : name.substring(0, inner);
    }
}
