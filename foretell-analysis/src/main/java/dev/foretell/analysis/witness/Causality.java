// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * For each prefix of a thread, the prefixes of all other threads that it causally depends on, locks aside. With it the
 * cost of a closure does not depend on the length of the trace.
 *
 * <p>A vector of prefix lengths is stored at each event that adds a dependency; the thread's own entry is implicit.
 * Memory is bounded: after the {@link #known} part of the trace there are no vectors, and the closure follows single
 * dependencies.
 */
final class Causality {
    private static final int[] NONE = {};
    /** Entries of all vectors together: 240 MB. */
    static final long MAX_ENTRIES = 60_000_000;

    private final TraceModel model;
    private final ReadsFromRule values;
    private final Joins[] joins;
    /** By lock: exclusive acquires, and shared ones. */
    private final Int2ObjectOpenHashMap<IntArrayList[]> acquires = new Int2ObjectOpenHashMap<>();

    private final int known;

    /** The positions at which a thread's dependencies grow, each with the vector from there on. */
    private static final class Joins {
        final IntArrayList positions = new IntArrayList();
        final List<int[]> vectors = new ArrayList<>();
    }

    /** {@code values}: which reads depend on their reads-from write. */
    Causality(TraceModel model, ReadsFromRule values, long maxEntries) {
        this.model = model;
        this.values = values;
        int threads = model.threadCount();
        joins = new Joins[threads];
        for (int t = 0; t < threads; t++) {
            joins[t] = new Joins();
        }
        long entries = 0;
        int e = 0;
        for (; e < model.trace().size() && entries <= maxEntries; e++) {
            for (int source : dependencies(e)) {
                entries += join(e, source) ? threads : 0;
            }
        }
        known = e;
        for (int a = 0; a < model.trace().size(); a++) {
            if (model.trace().kind(a).isAcquire()) {
                noteAcquire(a);
            }
        }
    }

    /**
     * The dependencies of an event on other threads; the same for all reads of one kind, also for those of a goal's
     * chain.
     */
    int[] dependencies(int event) {
        EventKind kind = model.trace().kind(event);
        boolean unbound = switch (values) {
            case SAME -> false;
            case OTHER_PLAIN -> kind == EventKind.READ;
            case OTHER -> kind.isRead();
        };
        if (!unbound) {
            return model.dependencies(event);
        }
        int fork = model.fork(event);
        return fork < 0 ? NONE : new int[] {fork};
    }

    private boolean join(int event, int source) {
        int thread = model.trace().thread(event);
        int other = model.trace().thread(source);
        int[] now = vector(thread, model.position(event) + 1);
        int[] theirs = vector(other, model.position(source) + 1);
        if (now != null && now[other] > model.position(source)) {
            return false; // included already, with all its dependencies
        }
        int[] sum = now == null ? new int[joins.length] : now.clone();
        for (int t = 0; theirs != null && t < sum.length; t++) {
            sum[t] = Math.max(sum[t], theirs[t]);
        }
        sum[other] = model.position(source) + 1;
        sum[thread] = 0;
        joins[thread].positions.add(model.position(event));
        joins[thread].vectors.add(sum);
        return true;
    }

    private void noteAcquire(int e) {
        int key = key(model.trace().target(e), model.trace().kind(e).isShared());
        IntArrayList[] byThread = acquires.get(key);
        if (byThread == null) {
            byThread = new IntArrayList[joins.length];
            acquires.put(key, byThread);
        }
        int thread = model.trace().thread(e);
        if (byThread[thread] == null) {
            byThread[thread] = new IntArrayList();
        }
        byThread[thread].add(model.position(e));
    }

    private static int key(int lock, boolean share) {
        return 2 * lock + (share ? 1 : 0);
    }

    /** Vectors are complete for events before this one. */
    int known() {
        return known;
    }

    /**
     * The prefix length of each other thread that the first {@code end} events of a thread depend on; null for none.
     */
    int[] vector(int thread, int end) {
        int i = lastBelow(joins[thread].positions, end);
        return i < 0 ? null : joins[thread].vectors.get(i);
    }

    /** The first event of a thread that depends on a prefix of this length of another thread. */
    int firstNeeding(int thread, int other, int length) {
        Joins own = joins[thread];
        int low = 0;
        int high = own.vectors.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (own.vectors.get(middle)[other] >= length) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return model.event(thread, own.positions.getInt(low));
    }

    /**
     * The last acquire of this kind of a lock among the first {@code ends} events of each thread, -1 where there is
     * none.
     */
    int[] lastAcquires(int lock, boolean share, int[] ends) {
        int[] last = new int[ends.length];
        Arrays.fill(last, -1);
        IntArrayList[] byThread = acquires.get(key(lock, share));
        for (int t = 0; byThread != null && t < last.length; t++) {
            if (byThread[t] != null) {
                int i = lastBelow(byThread[t], ends[t]);
                last[t] = i < 0 ? -1 : model.event(t, byThread[t].getInt(i));
            }
        }
        return last;
    }

    private static int lastBelow(IntArrayList sorted, int limit) {
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
}
