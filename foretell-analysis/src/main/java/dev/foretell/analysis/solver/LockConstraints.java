// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mutual exclusion: no lock is held by two threads, unless both share it. Of two critical sections on one lock, one
 * ends before the other begins. A section that is open where the set begins comes before those that it excludes, one
 * that does not end in the set after them.
 */
final class LockConstraints {
    private final TraceModel model;
    private final Trace trace;
    private final EventNodes nodes;
    /** Locks that several threads acquire, at least one of them exclusively. */
    private final List<Lock> locks = new ArrayList<>();

    /** The two lock modes; sections in shared mode do not exclude each other. */
    private static final int EXCLUSIVE = 0;

    private static final int SHARED = 1;
    private static final int WAYS = 2;

    private static boolean exclude(int way, int other) {
        return way == EXCLUSIVE || other == EXCLUSIVE;
    }

    /** The critical sections on one lock that begin in the set. */
    private static final class Lock {
        /**
         * Sections that begin and end in the set, by mode and thread, as events and then as nodes; rows only where
         * used.
         */
        final IntArrayList[][] acquires = new IntArrayList[WAYS][];

        final IntArrayList[][] releases = new IntArrayList[WAYS][];
        /** Releases of sections that are open at the beginning, and acquires of sections that are open at the end. */
        final IntArrayList held = new IntArrayList(0);

        final IntArrayList open = new IntArrayList(0);

        /** The sections that begin and end in the set, of all threads, with mode and thread of each. */
        int[] begins;

        int[] ends;
        int[] ways;
        int[] threads;

        void add(int way, int thread, int acquire, int release, int threadCount) {
            if (acquires[way] == null) {
                acquires[way] = new IntArrayList[threadCount];
                releases[way] = new IntArrayList[threadCount];
            }
            if (acquires[way][thread] == null) {
                acquires[way][thread] = new IntArrayList();
                releases[way][thread] = new IntArrayList();
            }
            acquires[way][thread].add(acquire);
            releases[way][thread].add(release);
        }

        boolean has(int way, int thread) {
            return acquires[way] != null && acquires[way][thread] != null;
        }
    }

    LockConstraints(TraceModel model, EventNodes nodes) {
        this.model = model;
        this.trace = model.trace();
        this.nodes = nodes;
    }

    /** Collects the sections and marks their events; false when two of them necessarily overlap. */
    boolean collect() {
        Int2ObjectOpenHashMap<Lock> all = new Int2ObjectOpenHashMap<>();
        for (int t = 0; t < nodes.to.length; t++) {
            for (int p = nodes.from[t]; p < nodes.to[t]; p++) {
                int e = model.event(t, p);
                if (trace.kind(e).isAcquire() && !addSection(lock(all, trace.target(e)), t, e)) {
                    return false;
                }
            }
        }
        for (int t = 0; t < nodes.to.length; t++) {
            if (!addHeld(all, t)) {
                return false;
            }
        }
        for (Lock lock : all.values()) {
            if (isContended(lock)) {
                if (!canEnd(lock)) {
                    return false;
                }
                locks.add(lock);
                mark(lock);
            }
        }
        return true;
    }

    private int way(int event) {
        return trace.kind(event).isShared() ? SHARED : EXCLUSIVE;
    }

    private Lock lock(Int2ObjectOpenHashMap<Lock> all, int number) {
        Lock lock = all.get(number);
        if (lock == null) {
            lock = new Lock();
            all.put(number, lock);
        }
        return lock;
    }

    /** False when a thread acquires a lock again that it has not released. */
    private boolean addSection(Lock lock, int thread, int acquire) {
        for (int open : lock.open) {
            if (trace.thread(open) == thread && trace.kind(open) == trace.kind(acquire)) {
                return false;
            }
        }
        if (nodes.contains(model.partner(acquire))) {
            lock.add(way(acquire), thread, acquire, model.partner(acquire), nodes.to.length);
        } else {
            lock.open.add(acquire);
        }
        return true;
    }

    /** False when a lock is held throughout the set although another thread acquires it. */
    private boolean addHeld(Int2ObjectOpenHashMap<Lock> all, int thread) {
        if (nodes.from[thread] == 0) {
            return true;
        }
        for (int number : model.locks(model.locksetAfter(model.event(thread, nodes.from[thread] - 1)))) {
            Lock lock = all.get(number);
            for (int way = 0; lock != null && way < WAYS; way++) {
                int acquire = lastAcquire(thread, number, way);
                int release = acquire < 0 ? -1 : model.partner(acquire);
                if (nodes.contains(release)) {
                    lock.held.add(release);
                } else if (acquire >= 0 && !nodes.happens(release) && isTakenByOthers(lock, way, thread)) {
                    return false;
                }
            }
        }
        return true;
    }

    private int lastAcquire(int thread, int lock, int way) {
        for (int p = nodes.from[thread] - 1; p >= 0; p--) {
            int e = model.event(thread, p);
            if (trace.kind(e).isAcquire() && trace.target(e) == lock && way(e) == way) {
                return e;
            }
        }
        return -1;
    }

    /** Whether another thread begins a section in the set that one of this mode excludes. */
    private boolean isTakenByOthers(Lock lock, int way, int thread) {
        for (int other = 0; other < WAYS; other++) {
            for (int t = 0; exclude(way, other) && t < nodes.to.length; t++) {
                if (t != thread && lock.has(other, t)) {
                    return true;
                }
            }
        }
        for (int open : lock.open) {
            if (trace.thread(open) != thread && exclude(way, way(open))) {
                return true;
            }
        }
        return false;
    }

    /** Whether there are sections of different threads that exclude each other. */
    private boolean isContended(Lock lock) {
        for (int way = 0; way < WAYS; way++) {
            for (int t = 0; t < nodes.to.length; t++) {
                if (lock.has(way, t) && isTakenByOthers(lock, way, t)) {
                    return true;
                }
            }
        }
        for (IntArrayList cut : List.of(lock.held, lock.open)) {
            for (int e : cut) {
                if (isTakenByOthers(lock, way(e), trace.thread(e))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** False when two sections that exclude each other are open at the end. */
    private boolean canEnd(Lock lock) {
        for (int open : lock.open) {
            for (int other : lock.open) {
                if (trace.thread(open) != trace.thread(other) && exclude(way(open), way(other))) {
                    return false;
                }
            }
        }
        return true;
    }

    private void mark(Lock lock) {
        for (int way = 0; way < WAYS; way++) {
            for (int t = 0; t < nodes.to.length; t++) {
                if (lock.has(way, t)) {
                    lock.acquires[way][t].forEach(nodes::markRelevant);
                    lock.releases[way][t].forEach(nodes::markRelevant);
                }
            }
        }
        lock.open.forEach(nodes::markRelevant);
        lock.held.forEach(nodes::markRelevant);
    }

    /** Adds the edges for what comes first and last on its lock. From here on sections are nodes. */
    void fix(IntArrayList edges) {
        for (Lock lock : locks) {
            flatten(lock);
            for (int held : lock.held) {
                for (int open : lock.open) {
                    if (trace.thread(held) != trace.thread(open) && exclude(way(held), way(open))) {
                        edges.add(nodes.node(held));
                        edges.add(nodes.node(open));
                    }
                }
            }
            for (int way = 0; way < WAYS; way++) {
                for (int t = 0; t < nodes.to.length; t++) {
                    if (lock.has(way, t)) {
                        fix(lock, way, t, edges);
                    }
                }
            }
        }
    }

    /**
     * Orders a thread's sections of one mode after the sections of others open at the beginning and before those open
     * at the end.
     */
    private void fix(Lock lock, int way, int thread, IntArrayList edges) {
        for (int held : lock.held) {
            if (trace.thread(held) != thread && exclude(way, way(held))) {
                edges.add(nodes.node(held));
                edges.add(lock.acquires[way][thread].getInt(0));
            }
        }
        for (int open : lock.open) {
            if (trace.thread(open) != thread && exclude(way, way(open))) {
                edges.add(lock.releases[way][thread].topInt());
                edges.add(nodes.node(open));
            }
        }
    }

    private void flatten(Lock lock) {
        IntArrayList begins = new IntArrayList();
        IntArrayList ends = new IntArrayList();
        IntArrayList ways = new IntArrayList();
        IntArrayList threads = new IntArrayList();
        for (int way = 0; way < WAYS; way++) {
            for (int t = 0; t < nodes.to.length; t++) {
                if (lock.has(way, t)) {
                    lock.acquires[way][t].replaceAll((int e) -> nodes.node(e));
                    lock.releases[way][t].replaceAll((int e) -> nodes.node(e));
                    begins.addAll(lock.acquires[way][t]);
                    ends.addAll(lock.releases[way][t]);
                    while (ways.size() < begins.size()) {
                        ways.add(way);
                        threads.add(t);
                    }
                }
            }
        }
        lock.begins = begins.toIntArray();
        lock.ends = ends.toIntArray();
        lock.ways = ways.toIntArray();
        lock.threads = threads.toIntArray();
    }

    /** Adds the edges implied by the order so far that are not in it yet. */
    void saturate(OrderSolver solver, IntArrayList edges) {
        for (Lock lock : locks) {
            for (int i = 0; i < lock.begins.length; i++) {
                putOthersBefore(lock, i, solver, edges);
            }
        }
    }

    /** Sections of other threads that begin before this one ends have to end before it begins. */
    private void putOthersBefore(Lock lock, int section, OrderSolver solver, IntArrayList edges) {
        int threads = nodes.to.length;
        int acquire = lock.begins[section];
        int release = lock.ends[section];
        for (int way = 0; way < WAYS; way++) {
            for (int t = 0; exclude(way, lock.ways[section]) && t < threads; t++) {
                if (t != lock.threads[section] && lock.has(way, t)) {
                    int i = lastBelow(lock.acquires[way][t], solver.chainStart(t) + solver.clock(release, t));
                    if (i >= 0 && !solver.before(lock.releases[way][t].getInt(i), acquire)) {
                        edges.add(lock.releases[way][t].getInt(i));
                        edges.add(acquire);
                    }
                }
            }
        }
    }

    /** Index of the last entry below the limit, or -1. */
    static int lastBelow(IntArrayList sorted, int limit) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted.getInt(middle) < limit) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** Adds a choice for each two sections that overlap and exclude each other; whether there are any. */
    boolean refine(int[] time, OrderSolver solver) {
        boolean added = false;
        for (Lock lock : locks) {
            long[] sorted = new long[lock.begins.length];
            for (int i = 0; i < sorted.length; i++) {
                sorted[i] = (long) time[lock.begins[i]] << 32 | i;
            }
            Arrays.sort(sorted);
            for (int i = 0; i < sorted.length; i++) {
                int first = (int) sorted[i];
                for (int j = i + 1; j < sorted.length && sorted[j] >>> 32 < time[lock.ends[first]]; j++) {
                    int second = (int) sorted[j];
                    if (lock.threads[first] == lock.threads[second] || !exclude(lock.ways[first], lock.ways[second])) {
                        continue;
                    }
                    solver.choice(
                            new int[] {lock.ends[first], lock.begins[second]},
                            new int[] {lock.ends[second], lock.begins[first]},
                            true);
                    added = true;
                }
            }
        }
        return added;
    }
}
