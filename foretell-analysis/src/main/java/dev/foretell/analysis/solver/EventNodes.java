// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * The events of a set as nodes in chains, one per thread. Only events that concern another thread get a node; the
 * others follow from program order. Events that must not be separated share one: what comes before one of them comes
 * before all.
 */
final class EventNodes {
    private final TraceModel model;
    private final Trace trace;
    /** The set: for each thread, positions from {@code from} to {@code ends}. */
    final int[] from;

    final int[] to;
    private final int[] offset;
    private final BitSet relevant;
    /** By place in the set, thread by thread: the node, or -1. */
    private int[] nodeOf;
    /** By node: its last event. */
    private int[] lastEvent;

    private int[] chainLengths;

    EventNodes(TraceModel model, int[] from, int[] to, boolean all) {
        this.model = model;
        this.trace = model.trace();
        this.from = from;
        this.to = to;
        this.offset = new int[to.length];
        int size = 0;
        for (int t = 0; t < to.length; t++) {
            offset[t] = size - from[t];
            size += Math.max(0, to[t] - from[t]);
        }
        this.relevant = new BitSet(size);
        this.relevant.set(0, size, all);
        this.nodeOf = new int[size];
    }

    /** Whether it is an event of the set; false for -1. */
    boolean contains(int event) {
        return event >= 0
                && model.position(event) >= from[trace.thread(event)]
                && model.position(event) < to[trace.thread(event)];
    }

    /** Whether it is in the set, or in the recorded prefix before it. */
    boolean happens(int event) {
        return event >= 0 && model.position(event) < to[trace.thread(event)];
    }

    private int place(int event) {
        return offset[trace.thread(event)] + model.position(event);
    }

    void markRelevant(int event) {
        relevant.set(place(event));
    }

    /** Numbers the nodes when all relevant events are known; false when the set ends between inseparable events. */
    boolean number() {
        chainLengths = new int[to.length];
        IntArrayList lasts = new IntArrayList();
        for (int t = 0; t < to.length; t++) {
            int before = lasts.size();
            for (int p = from[t]; p < to[t]; ) {
                int end = p;
                boolean any = relevant.get(offset[t] + p);
                while (model.inseparable(model.event(t, end))) {
                    if (++end == to[t]) {
                        return false;
                    }
                    any |= relevant.get(offset[t] + end);
                }
                for (; p <= end; p++) {
                    nodeOf[offset[t] + p] = any ? lasts.size() : -1;
                }
                if (any) {
                    lasts.add(model.event(t, end));
                }
            }
            chainLengths[t] = lasts.size() - before;
        }
        lastEvent = lasts.toIntArray();
        return true;
    }

    int[] chainLengths() {
        return chainLengths;
    }

    /** The node of a relevant event of the set. */
    int node(int event) {
        return nodeOf[place(event)];
    }

    /** By node: its place in the recorded order. A wait counts with its re-acquire. */
    int[] ranks() {
        return lastEvent;
    }

    /** The events in the order of their nodes; events without a node as late as program order allows. */
    int[] schedule(int[] order) {
        int[] at = from.clone();
        IntArrayList events = new IntArrayList(nodeOf.length);
        for (int node : order) {
            int thread = trace.thread(lastEvent[node]);
            emit(thread, at, model.position(lastEvent[node]) + 1, events);
        }
        for (int t = 0; t < to.length; t++) {
            emit(t, at, to[t], events);
        }
        return events.toIntArray();
    }

    private void emit(int thread, int[] at, int end, IntArrayList events) {
        while (at[thread] < end) {
            events.add(model.event(thread, at[thread]++));
        }
    }

    /**
     * The position of each thread after the events of the set before {@code start}, in recorded order; null when that
     * splits an initialiser. A wait goes with its re-acquire: no event depends on it before.
     */
    static int[] startingAt(TraceModel model, int[] ends, int start) {
        int[] from = new int[ends.length];
        for (int t = 0; t < ends.length; t++) {
            int low = 0;
            int high = ends[t];
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (model.event(t, middle) < start) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            from[t] = low;
            if (low > 0 && model.inseparable(model.event(t, low - 1))) {
                if (model.trace().kind(model.event(t, low - 1)) != EventKind.WAKE
                        || low > 1 && model.inseparable(model.event(t, low - 2))) {
                    return null;
                }
                from[t]--;
            }
        }
        return from;
    }
}
