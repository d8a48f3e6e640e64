// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The two linear-time orders for a set of events: as recorded, and as recorded with some blocks moved after the rest.
 *
 * <p>The second is PECAN's Algorithm 3: everything from the outermost lock that protects an anomaly's event up to that
 * event, with all that depends on it, moves after the rest; for nested locks that suffices (their Theorem 1). Here a
 * block may also belong to a third thread whose critical section has to come last on its lock, and for patterns of many
 * events (Algorithm 4 and its general form) blocks move in several stages.
 */
final class RecordedOrder {
    private final WitnessQuery query;
    private final TraceModel model;
    private final int[] ends;

    /** {@code ends}: how many events of each thread are in the set. */
    RecordedOrder(WitnessQuery query, int[] ends) {
        this.query = query;
        this.model = query.model;
        this.ends = ends;
    }

    /** All events of the set as recorded. */
    int[] plain() {
        return unite(events());
    }

    /**
     * In stages: what follows a block of a stage in its thread, and all that depends on it, comes after the earlier
     * stages.
     *
     * @param stages the events at which the blocks of each stage start
     */
    int[] moved(List<int[]> stages) {
        int[] all = events();
        // From which position on each thread belongs to a stage, or a later one.
        int[][] from = new int[stages.size()][ends.length];
        for (int s = 0; s < from.length; s++) {
            Arrays.fill(from[s], Integer.MAX_VALUE);
            for (int later = s; later < from.length; later++) {
                for (int block : stages.get(later)) {
                    int thread = model.trace().thread(block);
                    from[s][thread] = Math.min(from[s][thread], model.position(block));
                }
            }
        }
        List<IntArrayList> parts = new ArrayList<>();
        for (int s = 0; s <= from.length; s++) {
            parts.add(new IntArrayList());
        }
        for (int e : all) {
            int thread = model.trace().thread(e);
            int position = model.position(e);
            for (int source : query.dependencies(e)) {
                int other = model.trace().thread(source);
                for (int s = 0; s < from.length && model.position(source) >= from[s][other]; s++) {
                    from[s][thread] = Math.min(from[s][thread], position);
                }
            }
            int stage = 0;
            while (stage < from.length && position >= from[stage][thread]) {
                stage++;
            }
            parts.get(stage).add(e);
        }
        IntArrayList order = new IntArrayList(all.length);
        parts.forEach(order::addAll);
        return unite(order.toIntArray());
    }

    int[] events() {
        int count = 0;
        int last = -1;
        for (int t = 0; t < ends.length; t++) {
            count += ends[t];
            if (ends[t] > 0) {
                last = Math.max(last, model.event(t, ends[t] - 1));
            }
        }
        int[] events = new int[count];
        int size = 0;
        for (int e = 0; e <= last; e++) {
            if (model.position(e) < ends[model.trace().thread(e)]) {
                events[size++] = e;
            }
        }
        return events;
    }

    /** Puts inseparable events next to each other: a wait at its re-acquire, initialisers at their start. */
    private int[] unite(int[] events) {
        BitSet pulled = null;
        IntOpenHashSet waits = null;
        IntArrayList out = new IntArrayList(events.length);
        for (int e : events) {
            if (pulled != null && pulled.get(e)) {
                continue;
            }
            if (waits != null && model.position(e) > 0) {
                int before = model.event(model.trace().thread(e), model.position(e) - 1);
                if (waits.remove(before)) {
                    out.add(before);
                }
            }
            if (!model.inseparable(e)) {
                out.add(e);
            } else if (model.trace().kind(e) == EventKind.WAKE) {
                waits = waits == null ? new IntOpenHashSet() : waits;
                waits.add(e);
            } else {
                pulled = pulled == null ? new BitSet() : pulled;
                out.add(e);
                for (int next = e; model.inseparable(next); ) {
                    next = model.next(next);
                    pulled.set(next);
                    out.add(next);
                }
            }
        }
        return out.toIntArray();
    }
}
