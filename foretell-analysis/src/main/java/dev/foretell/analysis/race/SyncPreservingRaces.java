// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.syncpreserving.SyncPreserving;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * All racy later events of sync-preserving correct reorderings (Mathur, Pavlogiannis, Viswanathan, POPL 2021), each
 * with its first partner in each other thread.
 *
 * <p>For each variable and two threads both iterate forward over their accesses: the ideal of an earlier pair is part
 * of that of a later one. So an access in the ideal is never checked again, and all queries of two threads share one
 * growing ideal. Only {@link ConflictingThreads} are checked.
 */
public final class SyncPreservingRaces {
    private final TraceModel model;
    private final Trace trace;
    private final PairSink sink;
    private final boolean[] unprotected;
    /** The accesses of unprotected variables, by variable, then thread, then time. */
    private int[] accesses;

    private int[] starts;

    private SyncPreservingRaces(TraceModel model, PairSink sink) {
        this.model = model;
        this.trace = model.trace();
        this.sink = sink;
        this.unprotected = UnprotectedVariables.variables(model);
    }

    /** Reports every racy later event with at least one partner, by variable. */
    public static void find(TraceModel model, PairSink sink) {
        new SyncPreservingRaces(model, sink).run();
    }

    private void run() {
        collect();
        if (accesses.length == 0) {
            return;
        }
        SyncPreserving engine = new SyncPreserving(model);
        ConflictingThreads conflicts = new ConflictingThreads(model, unprotected, engine);
        int[] order = sorted(conflicts);
        SyncPreserving.Walk walk = engine.walk();
        for (int from = 0; from < order.length; ) {
            int to = from + 1;
            while (to < order.length && place(conflicts, order[from], order[to]) == 0) {
                to++;
            }
            walk(walk, conflicts, order, from, to);
            from = to;
        }
    }

    private boolean isWatched(int e) {
        EventKind kind = trace.kind(e);
        return (kind == EventKind.READ || kind == EventKind.WRITE)
                && unprotected[trace.target(e)]
                && !model.insideInitialiser(e);
    }

    private void collect() {
        starts = new int[unprotected.length + 1];
        for (int e = 0; e < trace.size(); e++) {
            if (isWatched(e)) {
                starts[trace.target(e) + 1]++;
            }
        }
        for (int v = 0; v < unprotected.length; v++) {
            starts[v + 1] += starts[v];
        }
        accesses = new int[starts[unprotected.length]];
        int[] fill = starts.clone();
        for (int e = 0; e < trace.size(); e++) {
            if (isWatched(e)) {
                accesses[fill[trace.target(e)]++] = e;
            }
        }
        for (int v = 0; v < unprotected.length; v++) {
            IntArrays.quickSort(accesses, starts[v], starts[v + 1], this::byThread);
        }
    }

    private int byThread(int a, int b) {
        int threads = Integer.compare(trace.thread(a), trace.thread(b));
        return threads != 0 ? threads : Integer.compare(a, b);
    }

    private int[] sorted(ConflictingThreads conflicts) {
        int[] order = new int[conflicts.later.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.quickSort(order, (a, b) -> {
            int places = place(conflicts, a, b);
            return places != 0 ? places : Integer.compare(a, b);
        });
        return order;
    }

    /** Conflicts on the same variable of the same threads by the same kind of access form a group. */
    private int place(ConflictingThreads conflicts, int a, int b) {
        int later = conflicts.later.getInt(a);
        int other = conflicts.later.getInt(b);
        int by = Integer.compare(trace.target(later), trace.target(other));
        by = by != 0 ? by : Integer.compare(conflicts.thread.getInt(a), conflicts.thread.getInt(b));
        by = by != 0 ? by : Integer.compare(trace.thread(later), trace.thread(other));
        return by != 0 ? by : trace.kind(later).compareTo(trace.kind(other));
    }

    /** The later accesses of a group of conflicts against the earlier ones of the other thread. */
    private void walk(SyncPreserving.Walk walk, ConflictingThreads conflicts, int[] order, int from, int to) {
        walk.restart();
        int variable = trace.target(conflicts.later.getInt(order[from]));
        int thread = conflicts.thread.getInt(order[from]);
        int end = firstOf(variable, thread + 1, -1);
        int i = firstOf(variable, thread, -1);
        for (int j = from; j < to && i < end && !walk.isOver(); j++) {
            int later = conflicts.later.getInt(order[j]);
            boolean write = trace.kind(later) == EventKind.WRITE;
            int held = model.lockset(later);
            int bound = conflicts.bound.getInt(order[j]);
            boolean found = false;
            while (!found && i < end && accesses[i] < later && !walk.isOver()) {
                int e = accesses[i];
                if (e <= bound || walk.isPast(e)) {
                    i = Math.max(i + 1, firstOf(variable, thread, Math.max(bound, walk.end(thread))));
                } else if (!write && trace.kind(e) == EventKind.READ || !model.disjoint(model.lockset(e), held)) {
                    i++; // under a common lock its section must be over before this and all that comes later
                } else if (walk.together(e, later)) {
                    sink.race(e, later);
                    found = true;
                } else if (!walk.isPast(e)) {
                    break; // the later one must have happened already
                }
            }
        }
    }

    /** Where the accesses of a thread to a variable begin that come after an event. */
    private int firstOf(int variable, int thread, int event) {
        int low = starts[variable];
        int high = starts[variable + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            int e = accesses[middle];
            if (trace.thread(e) < thread || trace.thread(e) == thread && e <= event) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
