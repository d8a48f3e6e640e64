// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;

/**
 * PECAN's mutation condition for any number of events (Algorithms 1 and 2, and their general form): whether locksets
 * and the partial order without lock edges admit the recorded events in this order. Necessary, not sufficient; the
 * witness builder decides feasibility.
 *
 * <p>No event may happen before one that it has to follow. And an event that interleaves two events of another thread
 * needs an interleaving point there: between two events of that thread, where that thread holds none of the event's
 * locks and happens-before does not forbid it. (Algorithm 1 prints {@code l(i) ∩ l(j) ≠ ∅}; it means {@code = ∅}.)
 */
public final class MutationCondition {
    private final TraceModel model;
    private final Trace trace;
    private final InterleavingPoints points;

    public MutationCondition(TraceModel model, InterleavingPoints points) {
        this.model = model;
        this.trace = model.trace();
        this.points = points;
    }

    /** Whether these events of different threads can all be next at the same time. */
    public boolean together(int... events) {
        for (int i = 0; i < events.length; i++) {
            for (int j = i + 1; j < events.length; j++) {
                if (!model.unordered(events[i], events[j])
                        || !model.disjoint(model.lockset(events[i]), model.lockset(events[j]))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether these events can happen in this order. */
    public boolean inOrder(int... events) {
        for (int i = 0; i < events.length; i++) {
            for (int j = i + 1; j < events.length; j++) {
                if (events[i] == events[j] || model.happensBefore(events[j], events[i])) {
                    return false;
                }
                if (trace.thread(events[i]) == trace.thread(events[j]) && !allInterleave(events, i, j)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether all events of other threads between these two of one thread can interleave there. */
    private boolean allInterleave(int[] events, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (trace.thread(events[i]) == trace.thread(events[from])) {
                return true; // consecutive events of the thread are checked by themselves
            }
        }
        for (int i = from + 1; i < to; i++) {
            if (!canInterleave(events[i], events[from], events[to])) {
                return false;
            }
        }
        return true;
    }

    /** Whether an event can interleave two events of another thread. */
    public boolean canInterleave(int event, int from, int to) {
        int thread = trace.thread(from);
        int low = model.position(from);
        int high = model.position(to);
        // Points whose next event happens before the event come first, those whose previous one happens after it come
        // last.
        int first = low + 1;
        for (int end = high + 1; first < end; ) {
            int middle = (first + end) >>> 1;
            if (model.happensBefore(model.event(thread, middle), event)) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        int last = high;
        for (int start = low; start < last; ) {
            int middle = (start + last + 1) >>> 1;
            if (model.happensBefore(event, model.event(thread, middle - 1))) {
                last = middle - 1;
            } else {
                start = middle;
            }
        }
        return last > low && points.admit(thread, first - 1, last, model.lockset(event));
    }
}
