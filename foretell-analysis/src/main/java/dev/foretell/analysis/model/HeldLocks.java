// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which locks each thread holds, stored only where that changes. Sets of locks are numbered, equal sets alike, so that
 * they compare as ints; set 0 is empty. The locksets of both the acquire and the release contain the lock.
 *
 * <p>A set has a token for each lock: its number and how it is held, exclusively, shared, or both. Two threads cannot
 * hold the same lock at the same time unless both only share it; sets without such a lock are called disjoint.
 */
public final class HeldLocks {
    private static final int SHARED = 1;
    private static final int EXCLUSIVE = 2;
    private static final int MODES = SHARED | EXCLUSIVE;

    /** Tokens in ascending order: number of the lock times four, plus the ways in which it is held. */
    private final List<int[]> sets = new ArrayList<>();
    /** By set: the same locks all held exclusively; and its exclusively held locks. */
    private final IntArrayList strengthened = new IntArrayList();

    private final IntArrayList exclusive = new IntArrayList();
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final Long2IntOpenHashMap added = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap removed = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap intersections = new Long2IntOpenHashMap();
    private final Changes[] changes;

    /** Positions at which a thread's set of locks changes, with the set and the outermost section from there on. */
    private static final class Changes {
        final IntArrayList positions = new IntArrayList();
        final IntArrayList locksets = new IntArrayList();
        final IntArrayList regions = new IntArrayList();

        void add(int position, int lockset, int region) {
            positions.add(position);
            locksets.add(lockset);
            regions.add(region);
        }
    }

    HeldLocks(Trace trace, ThreadIndex threads) {
        added.defaultReturnValue(-1);
        removed.defaultReturnValue(-1);
        intersections.defaultReturnValue(-1);
        number(new int[0]);
        changes = new Changes[trace.threads().size()];
        int[] current = new int[changes.length];
        int[] region = new int[changes.length];
        for (int t = 0; t < changes.length; t++) {
            changes[t] = new Changes();
            region[t] = -1;
        }
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            if (kind.isAcquire()) {
                int t = trace.thread(e);
                if (current[t] == 0) {
                    region[t] = e;
                }
                current[t] = plus(current[t], token(trace.target(e), kind));
                changes[t].add(threads.position(e), current[t], region[t]);
            } else if (kind.isRelease()) {
                int t = trace.thread(e);
                current[t] = minus(current[t], trace.target(e), kind);
                if (current[t] == 0) {
                    region[t] = -1;
                }
                changes[t].add(threads.position(e) + 1, current[t], region[t]);
            }
        }
    }

    /** The set of locks held at a position of a thread. */
    int lockset(int thread, int position) {
        int i = last(changes[thread].positions, position);
        return i < 0 ? 0 : changes[thread].locksets.getInt(i);
    }

    /** The first position from which on the lockset is that of this one. */
    int since(int thread, int position) {
        int i = last(changes[thread].positions, position);
        return i < 0 ? 0 : changes[thread].positions.getInt(i);
    }

    /** The first position from this one on after whose event the thread holds no lock; -1 for none. */
    int freeFrom(int thread, int position) {
        Changes own = changes[thread];
        int i = last(own.positions, position);
        if (i < 0 || own.locksets.getInt(i) == 0) {
            return position;
        }
        do {
            i++;
        } while (i < own.positions.size() && own.locksets.getInt(i) != 0);
        return i == own.positions.size() ? -1 : own.positions.getInt(i) - 1;
    }

    /** The acquire that began the outermost section at a position of a thread, or -1. */
    int regionStart(int thread, int position) {
        int i = last(changes[thread].positions, position);
        return i < 0 ? -1 : changes[thread].regions.getInt(i);
    }

    private static int token(int lock, EventKind kind) {
        return lock << 2 | (kind.isShared() ? SHARED : EXCLUSIVE);
    }

    int[] locks(int lockset) {
        int[] locks = sets.get(lockset).clone();
        for (int i = 0; i < locks.length; i++) {
            locks[i] >>= 2;
        }
        return locks;
    }

    /** Whether a thread with this lockset blocks a shared or an exclusive acquire of this lock by another thread. */
    boolean blocks(int lockset, int lock, boolean share) {
        for (int token : sets.get(lockset)) {
            if (token >> 2 == lock) {
                return !share || (token & EXCLUSIVE) != 0;
            }
        }
        return false;
    }

    boolean disjoint(int lockset, int other) {
        if (lockset == 0 || other == 0) {
            return true;
        }
        if (lockset == other) {
            return exclusive.getInt(lockset) == 0;
        }
        int[] a = sets.get(lockset);
        int[] b = sets.get(other);
        for (int i = 0, j = 0; i < a.length && j < b.length; ) {
            int difference = (a[i] >> 2) - (b[j] >> 2);
            if (difference == 0 && ((a[i] | b[j]) & EXCLUSIVE) != 0) {
                return false;
            }
            if (difference <= 0) {
                i++;
            }
            if (difference >= 0) {
                j++;
            }
        }
        return true;
    }

    /** The locks of both sets; one that is shared in one of them is shared. */
    int intersection(int lockset, int other) {
        if (lockset == other || lockset == 0) {
            return lockset;
        }
        long pair = (long) lockset << 32 | other;
        int known = intersections.get(pair);
        if (known < 0) {
            known = number(intersection(sets.get(lockset), sets.get(other)));
            intersections.put(pair, known);
        }
        return known;
    }

    private static int[] intersection(int[] a, int[] b) {
        IntArrayList both = new IntArrayList();
        for (int i = 0, j = 0; i < a.length && j < b.length; ) {
            int difference = (a[i] >> 2) - (b[j] >> 2);
            if (difference == 0) {
                int modes = a[i] & b[j] & MODES;
                both.add(a[i] & ~MODES | ((modes & EXCLUSIVE) != 0 ? modes : SHARED));
            }
            if (difference <= 0) {
                i++;
            }
            if (difference >= 0) {
                j++;
            }
        }
        return both.toIntArray();
    }

    /** The exclusively held locks of a set. */
    int exclusive(int lockset) {
        return exclusive.getInt(lockset);
    }

    /** The locks of a set as if all were held exclusively. */
    int strengthened(int lockset) {
        return strengthened.getInt(lockset);
    }

    Cursor cursor(int thread) {
        return new Cursor(changes[thread]);
    }

    /** Iterates over a thread from its first event to its last. */
    public static final class Cursor {
        private final Changes changes;
        private int next;
        private int lockset;

        private Cursor(Changes changes) {
            this.changes = changes;
        }

        /** The lockset at a position; positions do not decrease. */
        public int at(int position) {
            while (next < changes.positions.size() && changes.positions.getInt(next) <= position) {
                lockset = changes.locksets.getInt(next++);
            }
            return lockset;
        }
    }

    /** Index of the last entry that is not above the value, or -1. */
    static int last(IntArrayList sorted, int value) {
        int[] elements = sorted.elements();
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (elements[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private int plus(int set, int token) {
        long key = (long) set << 32 | token;
        int known = added.get(key);
        if (known < 0) {
            IntArrayList more = new IntArrayList(sets.get(set));
            int at = 0;
            while (at < more.size() && more.getInt(at) >> 2 < token >> 2) {
                at++;
            }
            if (at < more.size() && more.getInt(at) >> 2 == token >> 2) {
                more.set(at, more.getInt(at) | token);
            } else {
                more.add(at, token);
            }
            known = number(more.toIntArray());
            added.put(key, known);
        }
        return known;
    }

    /** The set without the lock that an acquire or release of this kind acquires or releases. */
    int minus(int set, int lock, EventKind kind) {
        int token = token(lock, kind);
        long key = (long) set << 32 | token;
        int known = removed.get(key);
        if (known < 0) {
            known = number(Arrays.stream(sets.get(set))
                    .map(t -> t >> 2 == lock ? t & ~(token & MODES) : t)
                    .filter(t -> (t & MODES) != 0)
                    .toArray());
            removed.put(key, known);
        }
        return known;
    }

    private int number(int[] set) {
        Integer known = numbers.putIfAbsent(Arrays.stream(set).boxed().toList(), sets.size());
        if (known != null) {
            return known;
        }
        int number = sets.size();
        sets.add(set);
        strengthened.add(number);
        exclusive.add(number);
        int[] strong = Arrays.stream(set).map(t -> t & ~MODES | EXCLUSIVE).toArray();
        if (!Arrays.equals(strong, set)) {
            strengthened.set(number, number(strong));
            exclusive.set(
                    number,
                    number(Arrays.stream(set)
                            .filter(t -> (t & EXCLUSIVE) != 0)
                            .map(t -> t & ~MODES | EXCLUSIVE)
                            .toArray()));
        }
        return number;
    }
}
