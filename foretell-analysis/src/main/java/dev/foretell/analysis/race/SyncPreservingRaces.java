package dev.foretell.analysis.race;

import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.sync.SyncPreserving;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;

/**
 * All racy later events that a reordering with the critical sections in their recorded order can show (Mathur, Pavlogiannis,
 * Viswanathan, POPL 2021), each with its first partner in each other thread.
 *
 * <p>For each variable and two threads both walk forward through their accesses: what must have happened for an earlier pair
 * must also have happened for a later one. So an access that a closure swallows is never looked at again, and
 * all closures of two threads together are one that grows.
 */
public final class SyncPreservingRaces {
    private final TraceModel model;
    private final Trace trace;
    private final PairSink sink;
    private final SyncPreserving.Pairs pairs;
    /** The accesses of watched variables, by variable, then thread, then time, and the locksets with them. */
    private final int[] accesses;

    private final int[] locksets;
    private final int[] starts;

    private SyncPreservingRaces(TraceModel model, PairSink sink) {
        this.model = model;
        this.trace = model.trace();
        this.sink = sink;
        boolean[] watched = Unprotected.variables(model);
        starts = new int[watched.length + 1];
        for (int e = 0; e < trace.size(); e++) {
            if (isWatched(e, watched)) {
                starts[trace.target(e) + 1]++;
            }
        }
        for (int v = 0; v < watched.length; v++) {
            starts[v + 1] += starts[v];
        }
        accesses = new int[starts[watched.length]];
        locksets = new int[accesses.length];
        pairs = accesses.length == 0 ? null : new SyncPreserving(model).pairs();
        collect(watched);
    }

    /** Gives every racy later event with at least one partner, by variable. */
    public static void find(TraceModel model, PairSink sink) {
        new SyncPreservingRaces(model, sink).run();
    }

    private boolean isWatched(int e, boolean[] watched) {
        EventKind kind = trace.kind(e);
        return (kind == EventKind.READ || kind == EventKind.WRITE)
                && watched[trace.target(e)]
                && !model.insideInitialiser(e);
    }

    private void collect(boolean[] watched) {
        int[] fill = starts.clone();
        for (int t = 0; t < model.threadCount() && accesses.length > 0; t++) {
            HeldLocks.Cursor cursor = model.locksets(t);
            for (int p = 0; p < model.length(t); p++) {
                int e = model.event(t, p);
                if (isWatched(e, watched)) {
                    int place = fill[trace.target(e)]++;
                    accesses[place] = e;
                    locksets[place] = cursor.at(p);
                }
            }
        }
    }

    private void run() {
        for (int v = 0; v + 1 < starts.length; v++) {
            for (int one = starts[v]; one < starts[v + 1]; one = threadEnd(one, starts[v + 1])) {
                for (int other = starts[v]; other < starts[v + 1]; other = threadEnd(other, starts[v + 1])) {
                    if (one != other) {
                        int oneEnd = threadEnd(one, starts[v + 1]);
                        int otherEnd = threadEnd(other, starts[v + 1]);
                        walk(one, oneEnd, other, otherEnd, EventKind.WRITE);
                        walk(one, oneEnd, other, otherEnd, EventKind.READ);
                    }
                }
            }
        }
    }

    private int threadEnd(int from, int end) {
        int thread = trace.thread(accesses[from]);
        int i = from;
        while (i < end && trace.thread(accesses[i]) == thread) {
            i++;
        }
        return i;
    }

    /** Later accesses of one kind in one thread against earlier ones of another that conflict with them. */
    private void walk(int from, int to, int otherFrom, int otherTo, EventKind kind) {
        pairs.restart();
        int i = from;
        for (int j = otherFrom; j < otherTo && i < to && !pairs.isOver(); j++) {
            int later = accesses[j];
            if (trace.kind(later) != kind) {
                continue;
            }
            boolean found = false;
            while (!found && i < to && accesses[i] < later && !pairs.isOver()) {
                int e = accesses[i];
                if (kind == EventKind.READ && trace.kind(e) == EventKind.READ
                        || pairs.isPast(e)
                        // A section on this lock has begun since, so it must be over whatever comes later.
                        || !model.disjoint(locksets[i], locksets[j])) {
                    i++;
                } else if (pairs.together(e, later)) {
                    sink.race(e, later);
                    found = true;
                } else if (!pairs.isPast(e)) {
                    break; // the later one must have happened already
                }
            }
        }
    }
}
