// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.misc.Unsafe;

/**
 * Locks besides monitors. Each is identified by an object that no program uses as a monitor: the synchronizer inside
 * it, which its conditions reference too.
 */
public final class LockIdentity {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long OWNER =
            UNSAFE.objectFieldOffset(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");

    private static final long STATE = UNSAFE.objectFieldOffset(AbstractQueuedSynchronizer.class, "state");
    private static final long PERMITS = UNSAFE.objectFieldOffset(Semaphore.class, "sync");
    private static final long LONG_STATE = UNSAFE.objectFieldOffset(AbstractQueuedLongSynchronizer.class, "state");
    /**
     * Where a {@link ReentrantReadWriteLock} counts its read holds, in its half of an int, or since JDK 24 of a long.
     */
    private static final int SHARES = 16;

    private static final int LONG_SHARES = 32;

    private LockIdentity() {}

    /** Whether an object is a lock that is not a monitor. */
    public static boolean isLock(Object lock) {
        return lock instanceof AbstractOwnableSynchronizer || lock instanceof StampedLock;
    }

    /**
     * Whether this thread holds the lock, exclusively or in shared mode, or the monitor. For locks without an owner,
     * and for shared mode: whether any thread holds it.
     */
    public static boolean isHeld(Object lock) {
        if (lock instanceof SharedLock share) {
            return isShared(share.lock());
        }
        if (lock instanceof AbstractOwnableSynchronizer) {
            return UNSAFE.getReference(lock, OWNER) == Thread.currentThread();
        }
        return lock instanceof StampedLock stamped ? stamped.isWriteLocked() : Thread.holdsLock(lock);
    }

    private static boolean isShared(Object lock) {
        if (lock instanceof StampedLock stamped) {
            return stamped.isReadLocked();
        }
        if (lock.getClass().getEnclosingClass() != ReentrantReadWriteLock.class) {
            return true;
        }
        return lock instanceof AbstractQueuedSynchronizer
                ? UNSAFE.getIntVolatile(lock, STATE) >>> SHARES != 0
                : UNSAFE.getLongVolatile(lock, LONG_STATE) >>> LONG_SHARES != 0;
    }

    /** The available permits of a semaphore, without calling methods of a subclass. */
    public static int permits(Semaphore semaphore) {
        return UNSAFE.getIntVolatile(UNSAFE.getReference(semaphore, PERMITS), STATE);
    }

    /** The name of a lock, or of its shared mode, for reports. */
    public static String describe(Object lockOrShare) {
        String name = nameOf(SharedLock.lockOf(lockOrShare).getClass());
        return lockOrShare instanceof SharedLock ? name + " (shared)" : name;
    }

    /** The name of a lock of this class, for reports. */
    public static String nameOf(Class<?> type) {
        String name = type.getTypeName();
        int inner = AbstractOwnableSynchronizer.class.isAssignableFrom(type) ? name.indexOf('$') : -1;
        return inner < 0 ? name : name.substring(0, inner);
    }
}
