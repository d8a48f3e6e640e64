// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Owners of locks and free permits while a trace is assembled. Each method returns whether the event is possible; when
 * it is not, another event was not recorded, and nothing changes.
 */
final class LockAvailability {
    /** By lock: the thread that holds it exclusively, plus one; 0 when free. */
    private int[] holder = new int[16];
    /** By lock: the threads that hold it in shared mode; null before the first one. */
    private BitSet[] sharers = new BitSet[16];

    private int[] permits = new int[4];

    boolean acquire(int lock, int thread) {
        room(lock);
        if (holder[lock] != 0 || sharers[lock] != null && !sharers[lock].isEmpty()) {
            return false;
        }
        holder[lock] = thread + 1;
        return true;
    }

    boolean release(int lock, int thread) {
        room(lock);
        if (holder[lock] != thread + 1) {
            return false;
        }
        holder[lock] = 0;
        return true;
    }

    /**
     * A thread that holds a lock exclusively may acquire it in shared mode too, and keep that when it releases the
     * other.
     */
    boolean acquireShared(int lock, int thread) {
        room(lock);
        if (sharers[lock] == null) {
            sharers[lock] = new BitSet();
        }
        if (holder[lock] != 0 && holder[lock] != thread + 1 || sharers[lock].get(thread)) {
            return false;
        }
        sharers[lock].set(thread);
        return true;
    }

    boolean releaseShared(int lock, int thread) {
        room(lock);
        if (sharers[lock] == null || !sharers[lock].get(thread)) {
            return false;
        }
        sharers[lock].clear(thread);
        return true;
    }

    /** Whether another thread holds a lock, exclusively or shared. */
    boolean isHeldByOthers(int lock, int thread) {
        room(lock);
        boolean shared = sharers[lock] != null && sharers[lock].cardinality() > (sharers[lock].get(thread) ? 1 : 0);
        return shared || holder[lock] != 0 && holder[lock] != thread + 1;
    }

    /** Whether no permit is left. */
    boolean isEmpty(int semaphore) {
        return permits[semaphore] <= 0;
    }

    private void room(int lock) {
        if (lock >= holder.length) {
            holder = Arrays.copyOf(holder, lock * 2);
            sharers = Arrays.copyOf(sharers, lock * 2);
        }
    }

    /** Sets the initial permits of a semaphore. */
    void begin(int semaphore, int count) {
        if (semaphore >= permits.length) {
            permits = Arrays.copyOf(permits, semaphore * 2);
        }
        permits[semaphore] = count;
    }

    boolean acquirePermit(int semaphore) {
        if (permits[semaphore] <= 0) {
            return false;
        }
        permits[semaphore]--;
        return true;
    }

    boolean releasePermit(int semaphore) {
        permits[semaphore]++;
        return true;
    }
}
