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
 * they compare as ints; set 0 is empty. A release still holds its lock, an acquire already does.
 */
public final class HeldLocks {
    private final List<int[]> sets = new ArrayList<>();
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
            if (kind == EventKind.ACQUIRE) {
                int t = trace.thread(e);
                if (current[t] == 0) {
                    region[t] = e;
                }
                current[t] = plus(current[t], trace.target(e));
                changes[t].add(threads.position(e), current[t], region[t]);
            } else if (kind == EventKind.RELEASE) {
                int t = trace.thread(e);
                current[t] = minus(current[t], trace.target(e));
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

    /** The first position from this one on after whose event the thread holds nothing; -1 for none. */
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

    int[] locks(int lockset) {
        return sets.get(lockset);
    }

    boolean disjoint(int lockset, int other) {
        if (lockset == 0 || other == 0) {
            return true;
        }
        if (lockset == other) {
            return false;
        }
        int[] a = sets.get(lockset);
        int[] b = sets.get(other);
        for (int i = 0, j = 0; i < a.length && j < b.length; ) {
            if (a[i] == b[j]) {
                return false;
            }
            if (a[i] < b[j]) {
                i++;
            } else {
                j++;
            }
        }
        return true;
    }

    int intersection(int lockset, int other) {
        if (lockset == other || lockset == 0) {
            return lockset;
        }
        long pair = (long) lockset << 32 | other;
        int known = intersections.get(pair);
        if (known < 0) {
            known = number(Arrays.stream(sets.get(lockset))
                    .filter(l -> Arrays.binarySearch(sets.get(other), l) >= 0)
                    .toArray());
            intersections.put(pair, known);
        }
        return known;
    }

    Cursor cursor(int thread) {
        return new Cursor(changes[thread]);
    }

    /** Follows a thread from its first event to its last. */
    public static final class Cursor {
        private final Changes changes;
        private int next;
        private int lockset;

        private Cursor(Changes changes) {
            this.changes = changes;
        }

        /** The lockset at a position not before the last one asked for. */
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

    private int plus(int set, int lock) {
        long key = (long) set << 32 | lock;
        int known = added.get(key);
        if (known < 0) {
            int[] locks = sets.get(set);
            int[] more = Arrays.copyOf(locks, locks.length + 1);
            more[locks.length] = lock;
            known = number(Arrays.stream(more).sorted().distinct().toArray());
            added.put(key, known);
        }
        return known;
    }

    int minus(int set, int lock) {
        long key = (long) set << 32 | lock;
        int known = removed.get(key);
        if (known < 0) {
            known = number(Arrays.stream(sets.get(set)).filter(l -> l != lock).toArray());
            removed.put(key, known);
        }
        return known;
    }

    private int number(int[] set) {
        Integer known = numbers.putIfAbsent(Arrays.stream(set).boxed().toList(), sets.size());
        if (known == null) {
            sets.add(set);
            return sets.size() - 1;
        }
        return known;
    }
}
