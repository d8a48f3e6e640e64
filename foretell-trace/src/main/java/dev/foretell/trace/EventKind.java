// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

/** What an event is. The second column says what {@link Trace#target} means for it. */
public enum EventKind {
    /** variable: plain field, static field or array element is read. */
    READ,
    /** variable: plain field, static field or array element is written. */
    WRITE,
    /** variable: a volatile is read. Ordering and data at once: never part of a data race. */
    VOLATILE_READ,
    /** variable: a volatile is written. */
    VOLATILE_WRITE,
    /** lock: obtained; re-entrance is folded away. */
    ACQUIRE,
    /** lock: given up. */
    RELEASE,
    /** thread: is started. */
    FORK,
    /** nothing: first event of its thread. */
    BEGIN,
    /** nothing: last event of its thread. */
    END,
    /** thread: known to have ended. */
    JOIN,
    /**
     * lock: a wait on it is over. {@code wait()} is RELEASE, then, when it returns, WAIT and ACQUIRE next to each
     * other.
     */
    WAKE,
    /** lock: one waiting thread is woken. */
    NOTIFY,
    /** lock: all waiting threads are woken. */
    NOTIFY_ALL,
    /** class: its initialiser begins. Nothing inside but FORK and JOIN is recorded. */
    INIT_BEGIN,
    /** class: its initialiser has ended. */
    INIT_END,
    /** class: this thread relies, from here on, on the class having been initialised by another thread. */
    INIT_USE,
    /** channel: whatever comes before is ordered before the AWAITs that follow on the same channel. */
    PUBLISH,
    /** channel: see SIGNAL. */
    OBSERVE,
    /**
     * nothing: a method that the user wants to be atomic begins. Locks make regions of their own, without such events.
     */
    REGION_BEGIN,
    /** nothing: it is over, normally or not. */
    REGION_END,
    /**
     * lock: obtained to share it with others who do; re-entrance is folded away. May be taken while held exclusively.
     */
    ACQUIRE_SHARED,
    /** lock: a share is given up. */
    RELEASE_SHARED,
    /** semaphore: one permit is taken. Who takes several does as many of these. */
    PERMIT_ACQUIRE,
    /** semaphore: one permit is given, by whomever. */
    PERMIT_RELEASE,
    /** lock: it was asked for, alone or as a share, and not to be had. Several in a row at one place are one event. */
    TRY_ACQUIRE_FAILED,
    /** semaphore: permits were asked for, and too few were there. Several in a row at one place are one event. */
    TRY_PERMIT_FAILED;

    private static final EventKind[] VALUES = values();

    /** The kind with this ordinal, without the copy that {@code values()} makes. */
    public static EventKind of(int ordinal) {
        return VALUES[ordinal];
    }

    /** How many kinds there are. */
    public static int count() {
        return VALUES.length;
    }

    /** Reads or writes a variable. */
    public boolean isAccess() {
        return ordinal() <= VOLATILE_WRITE.ordinal();
    }

    public boolean isRead() {
        return this == READ || this == VOLATILE_READ;
    }

    public boolean isWrite() {
        return this == WRITE || this == VOLATILE_WRITE;
    }

    /** Obtains a lock, for itself or with others. */
    public boolean isAcquire() {
        return this == ACQUIRE || this == ACQUIRE_SHARED;
    }

    /** Gives up a lock or its share of it. */
    public boolean isRelease() {
        return this == RELEASE || this == RELEASE_SHARED;
    }

    /** Obtains or gives up a share of a lock. */
    public boolean isShared() {
        return this == ACQUIRE_SHARED || this == RELEASE_SHARED;
    }

    /** A try in vain: orders nothing, but happens only while others keep back what was asked for. */
    public boolean isFailedTry() {
        return this == TRY_ACQUIRE_FAILED || this == TRY_PERMIT_FAILED;
    }

    /** Bounds of an atomic region: they concern their own thread only and order nothing. */
    public boolean isRegion() {
        return this == REGION_BEGIN || this == REGION_END;
    }

    public boolean isVolatile() {
        return this == VOLATILE_READ || this == VOLATILE_WRITE;
    }
}
