// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.concurrent.Semaphore;

/**
 * The thread that makes a modelled call, notified of each effect. Sites are those of the call; 0 means that there is no
 * such event. Null objects are ignored. Locks are entered and left by the same methods as monitors.
 */
public interface EffectListener {
    /** In place of an index, for a field. */
    int FIELD = -1;

    /** Most permits of one call that become events. Some programs acquire all of two billion, to exclude all others. */
    int MOST_PERMITS = 1000;

    /** About to acquire a lock, and to block until it is free. */
    void beforeEnter(Object lock, int site);

    /** The lock that it is about to acquire it waits for until it owns it or is interrupted. */
    default void interruptibly() {}

    void afterEnter(Object lock, int site);

    void beforeExit(Object lock, int site);

    /** About to read or write plain state. */
    void access(Object target, boolean write, int site);

    /** About to read or write a static field, the one of the site. */
    void accessStatic(boolean write, int site);

    /** About to read or write an element of an array. */
    void accessElement(Object array, int index, boolean write, int site);

    /** About to try to acquire a lock, exclusively or in shared mode, at once or within some time. */
    void beforeTry(Object lock, boolean shared, Tries sites);

    /** The try has succeeded. */
    void afterTry(Object lock, boolean shared, Tries sites);

    /** The try has failed: another thread holds the lock. */
    void tryAcquireFailed(Object lock, Tries sites);

    /** About to acquire a lock in shared mode; {@code waits} until it can, or only tries. */
    void beforeShare(Object lock, boolean waits, int site);

    /** It holds the lock in shared mode. */
    void afterShare(Object lock, boolean waited, int site);

    /** About to release a lock held in shared mode. */
    void beforeUnshare(Object lock, int site);

    /** Whether it is recorded to hold a lock, exclusively or in shared mode. */
    boolean holds(Object lock, boolean shared);

    /** Begins an optimistic read: what it accesses until its next call is not recorded. */
    void readsOptimistically();

    /** About to acquire permits; it may block. */
    void beforePermitAcquire(Semaphore semaphore, Tries sites);

    /** It has acquired so many. */
    void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites);

    /** There were not enough. */
    void tryPermitFailed(Semaphore semaphore, Tries sites);

    /** About to release so many. */
    void beforePermitRelease(Semaphore semaphore, int permits, int site);

    /**
     * About to release a lock and wait for a condition; {@code site} is that of the RELEASE, behind it are those of the
     * OBSERVE and the ACQUIRE.
     */
    void beforeCondition(Object lock, Object condition, boolean timed, int site);

    /** The wait has returned, with the lock. */
    void afterCondition(Object lock, Object condition, int site);

    /** About to publish: what the thread did before happens before what follows an observe of the channel. */
    void publish(Object channel, int site);

    /** About to observe a channel; it may block. */
    void beforeObserve(int site);

    /** Ordered after all publish events of the channel so far. */
    void afterObserve(Object channel, int site);

    /**
     * About to access state that the library protects; {@code index} identifies the entry, 0 for all of it,
     * {@link #FIELD} for a field, which is static when there is no target.
     */
    void beforeAtomic(Object target, int index, int readSite, int writeSite);

    /** The access that was made, in one step. */
    void afterAtomic(Object target, int index, int readSite, int writeSite);

    /** About to enter a monitor, access plain state, and leave the monitor. */
    void beforeAround(Object monitor, Object target, boolean write, Sites sites);

    void afterAround(Object monitor, Object target, Sites sites);

    /** About to make a call that may block. */
    void beforeBlocking(int site);

    void afterBlocking(int site);

    /**
     * About to use an object with unmodelled state. True when its class need not be checked any more: because the mode
     * does not, or because another thread has used the object, which is then reported.
     */
    default boolean uses(Object target) {
        return true;
    }

    /** An object of this class is used by this thread and was used by another one. */
    default void unmodelled(String type, int site) {}

    /** The sites of a try: of its success, exclusively or in shared mode, and of its failure. */
    record Tries(int alone, int shared, int failed) {
        public int of(boolean share) {
            return share ? shared : alone;
        }
    }

    /** The sites of three events of one call. */
    record Sites(int acquire, int access, int release) {}
}
