// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import dev.foretell.analysis.model.TraceModel;

/**
 * Decides whether given events are all enabled after a sync-preserving correct reordering: one that keeps the recorded
 * order of critical sections. Sound and complete for these; the cost of a query hardly depends on the length of the
 * trace. Not thread-safe.
 */
public final class SyncPreserving {
    private final TraceModel model;
    private final ThreadPrerequisites causes;
    private final CriticalSections sections;
    private final SyncPreservingIdeal ideal;

    public SyncPreserving(TraceModel model) {
        this.model = model;
        this.causes = new ThreadPrerequisites(model);
        this.sections = new CriticalSections(model);
        this.ideal = new SyncPreservingIdeal(model, causes, sections);
    }

    /** Whether these events of different threads can be enabled at the same time. */
    public boolean together(int... events) {
        ideal.clear();
        for (int e : events) {
            if (model.insideInitialiser(e)) {
                return false;
            }
            ideal.makeNext(e);
        }
        return ideal.close();
    }

    /**
     * After a query that returned true: how many events of each thread are in the trace ideal, to be executed in their
     * recorded order.
     */
    public int[] lengths() {
        int[] lengths = new int[model.threadCount()];
        for (int t = 0; t < lengths.length; t++) {
            lengths[t] = model.lengthUpTo(t, ideal.end(t));
        }
        return lengths;
    }

    /** For queries about the same threads in the order of the trace. */
    public Walk walk() {
        return new Walk(new SyncPreservingIdeal(model, causes, sections));
    }

    /**
     * Queries about events of one thread, or pairs of two threads, that only move forward: each continues with the
     * ideal of the last one, since the ideal of an earlier query is part of that of a later one.
     */
    public final class Walk {
        private final SyncPreservingIdeal growing;

        private Walk(SyncPreservingIdeal growing) {
            this.growing = growing;
        }

        /** Clears the ideal, for queries about other threads. */
        public void restart() {
            growing.clear();
        }

        /** Whether an event is in the ideal of the last query, so that it cannot be next. */
        public boolean isPast(int e) {
            return growing.end(model.trace().thread(e)) >= e;
        }

        /** The last event of the trace up to which a thread is in the ideal of the last query. */
        public int end(int thread) {
            return growing.end(thread);
        }

        /** Whether an event can be next, with no condition on the other threads. */
        public boolean alone(int e) {
            growing.makeNext(e);
            return growing.close();
        }

        /** Whether no further events of these threads can be enabled together. */
        public boolean isOver() {
            return growing.impossible();
        }

        public boolean together(int e1, int e2) {
            growing.makeNext(e1);
            growing.makeNext(e2);
            return growing.close();
        }
    }
}
