package dev.foretell.agent.library;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
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

    private Locks() {}

    /** Whether an object is a lock that is not a monitor. */
    public static boolean isLock(Object lock) {
        return lock instanceof AbstractOwnableSynchronizer || lock instanceof StampedLock;
    }

    /** Whether this thread has the lock, or the monitor. Of locks without an owner it believes that it has if anybody has. */
    public static boolean isHeld(Object lock) {
        if (lock instanceof AbstractOwnableSynchronizer) {
            return UNSAFE.getReference(lock, OWNER) == Thread.currentThread();
        }
        return lock instanceof StampedLock stamped ? stamped.isWriteLocked() : Thread.holdsLock(lock);
    }

    /** How people call a lock of this class. */
    public static String nameOf(Class<?> type) {
        String name = type.getTypeName();
        int inner = AbstractQueuedSynchronizer.class.isAssignableFrom(type) ? name.indexOf('$') : -1;
        return inner < 0 ? name : name.substring(0, inner);
    }
}
