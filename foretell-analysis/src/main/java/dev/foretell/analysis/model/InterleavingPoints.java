// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Which locks a thread holds <em>between</em> its events: the points where an event of another thread can interleave.
 * The point at a position is right before the event there, so a lock that this event acquires is not held yet, and one
 * that the event before has released is not held any more. That admits slightly more than the locksets of the events
 * themselves, as in PECAN's Algorithm 2: between a release and a directly following acquire another thread can
 * interleave.
 */
public final class InterleavingPoints {
    private static final int[] NO_LOCK = {0};

    private final TraceModel model;
    private final IntArrayList[] positions;
    private final IntArrayList[] locksets;

    public InterleavingPoints(TraceModel model) {
        this.model = model;
        Trace trace = model.trace();
        positions = new IntArrayList[model.threadCount()];
        locksets = new IntArrayList[positions.length];
        for (int t = 0; t < positions.length; t++) {
            positions[t] = new IntArrayList();
            locksets[t] = new IntArrayList();
            positions[t].add(0);
            locksets[t].add(0);
        }
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            if (kind.isAcquire() || kind.isRelease()) {
                int t = trace.thread(e);
                positions[t].add(model.position(e) + 1);
                locksets[t].add(model.locksetAfter(e));
            }
        }
    }

    /**
     * Whether at one of the points after a position, up to the one before another, the thread holds none of these
     * locks.
     */
    public boolean admit(int thread, int from, int to, int lockset) {
        int last = from < to ? HeldLocks.last(positions[thread], to) : -1;
        for (int i = HeldLocks.last(positions[thread], from + 1); i <= last; i++) {
            if (model.disjoint(locksets[thread].getInt(i), lockset)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The different locksets between two accesses of a thread, given by their {@link Cursor#at}, without supersets of
     * others: ascending numbers. Null when the lockset changes more often than {@code limit} times in between.
     */
    public int[] between(int thread, int from, int to, int limit) {
        if (to - from > limit) {
            return null;
        }
        IntArrayList sets = new IntArrayList();
        for (int i = from - 1; i < to; i++) {
            int set = locksets[thread].getInt(i);
            if (set == 0) {
                return NO_LOCK;
            }
            if (!coveredBy(sets, set)) {
                sets.removeIf((int other) -> model.intersection(set, other) == set);
                sets.add(set);
            }
        }
        int[] sorted = sets.toIntArray();
        IntArrays.quickSort(sorted);
        return sorted;
    }

    /** The lockset at a point that {@link Cursor#at} has returned. */
    public int at(int thread, int change) {
        return locksets[thread].getInt(change - 1);
    }

    /** Walks the changes of a thread's locks along with its events. */
    public Cursor cursor(int thread) {
        return new Cursor(positions[thread]);
    }

    /** Iterates over a thread from its first event to its last. */
    public static final class Cursor {
        private final IntArrayList positions;
        private int next;

        private Cursor(IntArrayList positions) {
            this.positions = positions;
        }

        /**
         * A number for the lockset before a position: the same for two accesses when no lock was acquired or released
         * between them. Positions do not decrease.
         */
        public int at(int position) {
            while (next < positions.size() && positions.getInt(next) <= position) {
                next++;
            }
            return next;
        }
    }

    private boolean coveredBy(IntArrayList sets, int set) {
        for (int i = 0; i < sets.size(); i++) {
            if (model.intersection(sets.getInt(i), set) == sets.getInt(i)) {
                return true;
            }
        }
        return false;
    }
}
