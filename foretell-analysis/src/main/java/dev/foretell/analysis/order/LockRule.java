package dev.foretell.analysis.order;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * No lock is held by two threads: of two critical sections on one lock, one ends before the other begins. A section that
 * is open where the set begins comes first on its lock, one that does not end in the set last.
 */
final class LockRule {
    private final TraceModel model;
    private final Trace trace;
    private final EventNodes nodes;
    /** Locks that several threads use. */
    private final List<Lock> locks = new ArrayList<>();

    /** The sections on one lock that begin in the set, by thread, as events and then as nodes. */
    private static final class Lock {
        final IntArrayList[] acquires;
        final IntArrayList[] releases;
        /** The release of the section that is open at the beginning, -1 when there is none. */
        int heldUntil = -1;
        /** The acquire of the section that is open at the end, -1 when there is none. */
        int open = -1;

        /** Sections of all threads that begin and end in the set. */
        int[] begins;

        int[] ends;

        Lock(int threads) {
            acquires = new IntArrayList[threads];
            releases = new IntArrayList[threads];
        }

        int users() {
            int users = 0;
            for (IntArrayList list : acquires) {
                users += list != null ? 1 : 0;
            }
            return users;
        }
    }

    LockRule(TraceModel model, EventNodes nodes) {
        this.model = model;
        this.trace = model.trace();
        this.nodes = nodes;
    }

    /** Finds the sections and marks their events; false when two of them can only be held at the same time. */
    boolean collect() {
        Int2ObjectOpenHashMap<Lock> all = new Int2ObjectOpenHashMap<>();
        for (int t = 0; t < nodes.to.length; t++) {
            for (int p = nodes.from[t]; p < nodes.to[t]; p++) {
                int e = model.event(t, p);
                if (trace.kind(e) == EventKind.ACQUIRE && !addSection(lock(all, trace.target(e)), t, e)) {
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
            if (lock.users() > 1 || lock.heldUntil >= 0) {
                locks.add(lock);
                mark(lock);
            }
        }
        return true;
    }

    private Lock lock(Int2ObjectOpenHashMap<Lock> all, int number) {
        Lock lock = all.get(number);
        if (lock == null) {
            lock = new Lock(nodes.to.length);
            all.put(number, lock);
        }
        return lock;
    }

    private boolean addSection(Lock lock, int thread, int acquire) {
        if (lock.open >= 0) {
            // Two that do not end; or one thread takes a lock again that it has never given back.
            return trace.thread(lock.open) != thread
                    && nodes.contains(model.partner(acquire))
                    && append(lock, thread, acquire);
        }
        if (!nodes.contains(model.partner(acquire))) {
            lock.open = acquire;
        }
        return append(lock, thread, acquire);
    }

    private boolean append(Lock lock, int thread, int acquire) {
        if (lock.acquires[thread] == null) {
            lock.acquires[thread] = new IntArrayList();
            lock.releases[thread] = new IntArrayList();
        }
        if (lock.open != acquire) {
            lock.acquires[thread].add(acquire);
            lock.releases[thread].add(model.partner(acquire));
        }
        return true;
    }

    /** False when a lock is held from before the beginning to the end although somebody takes it. */
    private boolean addHeld(Int2ObjectOpenHashMap<Lock> all, int thread) {
        if (nodes.from[thread] == 0) {
            return true;
        }
        for (int number : model.locks(model.lockset(model.event(thread, nodes.from[thread] - 1)))) {
            Lock lock = all.get(number);
            int p = nodes.from[thread] - 1;
            while (lock != null
                    && p >= 0
                    && !(trace.kind(model.event(thread, p)) == EventKind.ACQUIRE
                            && trace.target(model.event(thread, p)) == number)) {
                p--;
            }
            if (lock != null && p >= 0) {
                int release = model.partner(model.event(thread, p));
                if (release < 0 || !nodes.happens(release)) {
                    return false;
                }
                if (nodes.contains(release)) {
                    lock.heldUntil = release;
                }
            }
        }
        return true;
    }

    private void mark(Lock lock) {
        for (int t = 0; t < lock.acquires.length; t++) {
            if (lock.acquires[t] != null) {
                lock.acquires[t].forEach(nodes::markRelevant);
                lock.releases[t].forEach(nodes::markRelevant);
            }
        }
        if (lock.open >= 0) {
            nodes.markRelevant(lock.open);
        }
        if (lock.heldUntil >= 0) {
            nodes.markRelevant(lock.heldUntil);
        }
    }

    /** Adds the edges for what comes first and last on its lock. From here on sections are nodes. */
    void fix(IntArrayList edges) {
        for (Lock lock : locks) {
            for (int t = 0; t < lock.acquires.length; t++) {
                if (lock.acquires[t] != null) {
                    lock.acquires[t].replaceAll((int e) -> nodes.node(e));
                    lock.releases[t].replaceAll((int e) -> nodes.node(e));
                }
            }
            fix(lock, edges);
            flatten(lock);
        }
    }

    private void fix(Lock lock, IntArrayList edges) {
        int open = lock.open < 0 ? -1 : nodes.node(lock.open);
        int held = lock.heldUntil < 0 ? -1 : nodes.node(lock.heldUntil);
        if (open >= 0 && held >= 0 && open != held) {
            edges.add(held);
            edges.add(open);
        }
        for (int t = 0; t < lock.acquires.length; t++) {
            if (lock.acquires[t] != null && !lock.acquires[t].isEmpty()) {
                if (held >= 0) {
                    edges.add(held);
                    edges.add(lock.acquires[t].getInt(0));
                }
                if (open >= 0) {
                    edges.add(lock.releases[t].topInt());
                    edges.add(open);
                }
            }
        }
    }

    private static void flatten(Lock lock) {
        IntArrayList begins = new IntArrayList();
        IntArrayList ends = new IntArrayList();
        for (int t = 0; t < lock.acquires.length; t++) {
            if (lock.acquires[t] != null) {
                begins.addAll(lock.acquires[t]);
                ends.addAll(lock.releases[t]);
            }
        }
        lock.begins = begins.toIntArray();
        lock.ends = ends.toIntArray();
    }

    /** Adds edges that follow from the order so far and are not known yet. */
    void saturate(OrderSolver solver, IntArrayList edges) {
        for (Lock lock : locks) {
            for (int t = 0; t < lock.acquires.length; t++) {
                for (int i = 0; lock.acquires[t] != null && i < lock.acquires[t].size(); i++) {
                    putOthersBefore(lock, t, lock.acquires[t].getInt(i), lock.releases[t].getInt(i), solver, edges);
                }
            }
        }
    }

    /** Sections of other threads that begin before this one ends, end before it begins. */
    private static void putOthersBefore(
            Lock lock, int thread, int acquire, int release, OrderSolver solver, IntArrayList edges) {
        for (int t = 0; t < lock.acquires.length; t++) {
            if (t != thread && lock.acquires[t] != null) {
                int i = lastBelow(lock.acquires[t], solver.chainStart(t) + solver.clock(release, t));
                if (i >= 0 && !solver.before(lock.releases[t].getInt(i), acquire)) {
                    edges.add(lock.releases[t].getInt(i));
                    edges.add(acquire);
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

    /** Adds a choice for each two sections that overlap; whether there are any. */
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
