// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which locks and permits are to be had, and by whom, while a trace is put together. Each method says whether the event
 * can have happened; when it cannot, another could not be recorded, and nothing changes.
 */
final class LockAvailability {
    /** By lock: the thread that holds it exclusively, plus one; 0 for nobody. */
    private int[] holder = new int[16];
    /** By lock: the threads that share it; null as long as nobody has. */
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

    /** Who holds a lock exclusively may share it as well, and so keep a share when it gives the lock up. */
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

    /** Whether somebody else has a lock, alone or with others. */
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

    /** A semaphore begins with so many. */
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
