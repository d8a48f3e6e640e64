package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The two linear-time orders for a set of events: as recorded, and as recorded with some blocks moved behind the rest.
 *
 * <p>The second is PECAN's Algorithm 3: everything from the outermost lock that protects an anomaly's event up to that
 * event, with all that depends on it, goes behind the rest; for nested locks that is enough (their Theorem 1). Here a block
 * may also belong to a third thread whose critical section has to come last on its lock.
 */
final class RecordedOrder {
    private final TraceModel model;
    private final int[] ends;

    /** {@code ends}: how many events of each thread are in the set. */
    RecordedOrder(TraceModel model, int[] ends) {
        this.model = model;
        this.ends = ends;
    }

    /** All events of the set as recorded. */
    int[] plain() {
        return unite(events());
    }

    /** The blocks that start at these events, one per thread, and their dependents come last. */
    int[] moved(int... blocks) {
        int[] all = events();
        int[] from = new int[ends.length];
        Arrays.fill(from, Integer.MAX_VALUE);
        for (int block : blocks) {
            int thread = model.trace().thread(block);
            from[thread] = Math.min(from[thread], model.position(block));
        }
        IntArrayList first = new IntArrayList(all.length);
        IntArrayList later = new IntArrayList();
        for (int e : all) {
            int thread = model.trace().thread(e);
            for (int source : model.needs(e)) {
                if (model.position(source) >= from[model.trace().thread(source)]) {
                    from[thread] = Math.min(from[thread], model.position(e));
                }
            }
            (model.position(e) >= from[thread] ? later : first).add(e);
        }
        first.addAll(later);
        return unite(first.toIntArray());
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

    /** Puts events that must not be separated next to each other: a wait at its re-acquire, initialisers at their start. */
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
            if (!model.sticky(e)) {
                out.add(e);
            } else if (model.trace().kind(e) == EventKind.WAIT) {
                waits = waits == null ? new IntOpenHashSet() : waits;
                waits.add(e);
            } else {
                pulled = pulled == null ? new BitSet() : pulled;
                out.add(e);
                for (int next = e; model.sticky(next); ) {
                    next = model.next(next);
                    pulled.set(next);
                    out.add(next);
                }
            }
        }
        return out.toIntArray();
    }
}
