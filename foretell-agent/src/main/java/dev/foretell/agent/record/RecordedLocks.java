// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import java.util.Arrays;

/** Monitors and locks that one thread holds, outermost first, each with how often it was entered. */
final class RecordedLocks {
    private Object[] locks = new Object[8];
    /** Whether a lock is held in shared mode. */
    private boolean[] shared = new boolean[8];

    private int[] depths = new int[8];
    private int count;

    /** The place of a lock that is held in this mode; negative when there is none. */
    int find(Object lock, boolean share) {
        int place = count - 1;
        while (place >= 0 && (locks[place] != lock || shared[place] != share)) {
            place--;
        }
        return place;
    }

    boolean contains(Object lock, boolean share) {
        return find(lock, share) >= 0;
    }

    /** Counts a re-entrant acquisition; false when the lock is not held yet. */
    boolean reenter(Object lock, boolean share) {
        int place = find(lock, share);
        if (place < 0) {
            return false;
        }
        depths[place]++;
        return true;
    }

    /** Makes room for one more, which may run out of memory, so that {@link #add} cannot fail. */
    void reserve() {
        if (count == locks.length) {
            int[] moreDepths = Arrays.copyOf(depths, count * 2);
            boolean[] moreShared = Arrays.copyOf(shared, count * 2);
            locks = Arrays.copyOf(locks, count * 2);
            depths = moreDepths;
            shared = moreShared;
        }
    }

    void add(Object lock, boolean share) {
        locks[count] = lock;
        shared[count] = share;
        depths[count] = 1;
        count++;
    }

    /** Counts a release that leaves the lock held; false when it is the last one. */
    boolean exitReentrant(int place) {
        if (depths[place] <= 1) {
            return false;
        }
        depths[place]--;
        return true;
    }

    void remove(int place) {
        count--;
        for (int i = place; i < count; i++) {
            locks[i] = locks[i + 1];
            shared[i] = shared[i + 1];
            depths[i] = depths[i + 1];
        }
        locks[count] = null;
    }
}
