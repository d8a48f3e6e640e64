// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.concurrent.Semaphore;

/**
 * The thread that makes a call, told in its own terms what the call does. Sites are those of the call; 0 means that
 * there is no such event. Null objects are ignored. What is not here is done by the probes that any code uses: locks
 * are entered and left as monitors are.
 */
public interface EffectListener {
    /** In place of an index: it is a field. */
    int FIELD = -1;

    /** So many permits of one call are events. Some programs take all of two billion, to be alone. */
    int MOST_PERMITS = 1000;

    /** About to enter a lock, and to wait for it. */
    void beforeEnter(Object lock, int site);

    /** What it is about to enter, or to share, it waits for until it has it or is interrupted. */
    default void interruptibly() {}

    void afterEnter(Object lock, int site);

    void beforeExit(Object lock, int site);

    /** About to read or write plain state. */
    void access(Object target, boolean write, int site);

    /** About to read or write a static field; the site tells which. */
    void accessStatic(boolean write, int site);

    /** About to read or write an element of an array. */
    void accessElement(Object array, int index, boolean write, int site);

    /** About to enter a lock, or to share it with others, if that can be done at once or within some time. */
    void beforeTry(Object lock, boolean shared, Tries sites);

    /** It has been entered, or is shared. */
    void afterTry(Object lock, boolean shared, Tries sites);

    /** Somebody else has it. */
    void tryAcquireFailed(Object lock, Tries sites);

    /** About to share a lock with others who do; waits until it can, or lets it be. */
    void beforeShare(Object lock, boolean waits, int site);

    /** It shares the lock. */
    void afterShare(Object lock, boolean waited, int site);

    /** About to give its share of a lock up. */
    void beforeUnshare(Object lock, int site);

    /** Whether it has been seen to take a lock, or a share of it, and not to give it up. */
    boolean holds(Object lock, boolean shared);

    /** Reads what others may be changing; what it reads until its next call does not count. */
    void readsOptimistically();

    /** About to take permits, if only one day. */
    void beforePermitAcquire(Semaphore semaphore, Tries sites);

    /** It has taken so many. */
    void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites);

    /** There were not so many. */
    void tryPermitFailed(Semaphore semaphore, Tries sites);

    /** About to give so many. */
    void beforePermitRelease(Semaphore semaphore, int permits, int site);

    /**
     * About to give a lock up and wait for a condition; {@code site} is that of the RELEASE, behind it are those of the
     * AWAIT and the ACQUIRE.
     */
    void beforeCondition(Object lock, Object condition, boolean timed, int site);

    /** Has come back from there, with the lock. */
    void afterCondition(Object lock, Object condition, int site);

    /** About to let others see what was done before. */
    void publish(Object channel, int site);

    /** About to wait for such a signal. */
    void beforeObserve(int site);

    /** Sees what was done before all signals so far. */
    void afterObserve(Object channel, int site);

    /**
     * About to access state that the library protects; {@code index} tells entries apart, 0 for all of it,
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
     * About to use an object whose state no model speaks of. True when the thread does not want to hear any more of its
     * class: because it never does, or because another thread has used the object, which is told then.
     */
    default boolean uses(Object target) {
        return true;
    }

    /** An object of this class is used by this thread and was used by another one. */
    default void unmodelled(String type, int site) {}

    /** What can come of a try: it gets what it wants, alone or with others, or not. */
    record Tries(int alone, int shared, int failed) {
        public int of(boolean share) {
            return share ? shared : alone;
        }
    }

    /** The sites of three events of one call. */
    record Sites(int acquire, int access, int release) {}
}
