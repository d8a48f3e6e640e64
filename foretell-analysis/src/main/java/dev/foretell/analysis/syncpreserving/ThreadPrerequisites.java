// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of other threads that a prefix of a thread depends on, locks aside. Every event that adds a dependency is
 * kept with it, and after every few of them a vector that sums up all before: a closure over a long prefix reads one
 * vector and a few events, and the vectors take little memory.
 */
final class ThreadPrerequisites {
    /** How many prerequisites are summed up by a vector. */
    private static final int SPAN = 8;

    private static final class Prerequisites {
        final IntArrayList events = new IntArrayList();
        final IntArrayList sources = new IntArrayList();
        final List<int[]> sums = new ArrayList<>();
        final IntArrayList inseparable = new IntArrayList();
        final IntArrayList stickyNext = new IntArrayList();
    }

    private final Prerequisites[] prerequisites;

    ThreadPrerequisites(TraceModel model) {
        Trace trace = model.trace();
        prerequisites = new Prerequisites[model.threadCount()];
        for (int t = 0; t < prerequisites.length; t++) {
            prerequisites[t] = new Prerequisites();
        }
        VectorClocks clocks = new VectorClocks(model, false);
        for (int e = 0; e < trace.size(); e++) {
            boolean more = clocks.advance(e);
            if (more || model.fork(e) >= 0) {
                Prerequisites own = prerequisites[trace.thread(e)];
                for (int source : model.dependencies(e)) {
                    own.events.add(e);
                    own.sources.add(source);
                }
                while ((own.sums.size() + 1) * SPAN <= own.events.size()) {
                    own.sums.add(clocks.snapshot(trace.thread(e)));
                }
            }
            if (model.inseparable(e)) {
                Prerequisites own = prerequisites[trace.thread(e)];
                own.inseparable.add(e);
                own.stickyNext.add(model.next(e));
            }
        }
    }

    /** The last prerequisite of a thread at or before an event, -1 for none; {@code from} is a lower bound. */
    int prerequisite(int thread, int event, int from) {
        return SortedSearch.last(prerequisites[thread].events, event, from);
    }

    /** The event of another thread that a prerequisite is. */
    int source(int thread, int prerequisite) {
        return prerequisites[thread].sources.getInt(prerequisite);
    }

    /** How many of the first {@code count} prerequisites are summed up by {@link #sum}. */
    int summed(int count) {
        return count / SPAN * SPAN;
    }

    /**
     * For the first prerequisites of a thread, as many as {@link #summed} returns: the last one in each other thread.
     */
    int[] sum(int thread, int summed) {
        return prerequisites[thread].sums.get(summed / SPAN - 1);
    }

    /**
     * Where a prefix that contains an event can end: at that event, or at the end of the inseparable events it is part
     * of.
     */
    int prefixEnd(int thread, int event) {
        Prerequisites own = prerequisites[thread];
        if (own.inseparable.isEmpty()) {
            return event;
        }
        int end = event;
        int i = SortedSearch.last(own.inseparable, end, -1);
        while (i >= 0 && own.stickyNext.getInt(i) > end) {
            end = own.stickyNext.getInt(i);
            i = SortedSearch.last(own.inseparable, end, i);
        }
        return end;
    }
}
