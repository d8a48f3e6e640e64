// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import dev.foretell.analysis.model.TraceModel;

/**
 * Whether given events can all be next in a reordering that keeps the order of critical sections. Sound and complete
 * for such reorderings; each question costs about as much in a long trace as in a short one. Not for several threads.
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

    /** Whether these events of different threads can be next together. */
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
     * After a question with the answer yes: how many events of each thread must have happened, in their recorded order.
     */
    public int[] lengths() {
        int[] lengths = new int[model.threadCount()];
        for (int t = 0; t < lengths.length; t++) {
            lengths[t] = model.lengthUpTo(t, ideal.end(t));
        }
        return lengths;
    }

    /** For questions about the same threads in the order of the trace. */
    public Walk walk() {
        return new Walk(new SyncPreservingIdeal(model, causes, sections));
    }

    /**
     * Questions about events of one thread, or pairs of two threads, that only move forward from question to question:
     * each goes on where the last one ended, since what must have happened for an earlier one must have happened for a
     * later one too.
     */
    public final class Walk {
        private final SyncPreservingIdeal growing;

        private Walk(SyncPreservingIdeal growing) {
            this.growing = growing;
        }

        /** Other threads from now on. */
        public void restart() {
            growing.clear();
        }

        /** Whether an event must have happened for what was asked last, so that it cannot be next. */
        public boolean isPast(int e) {
            return growing.end(model.trace().thread(e)) >= e;
        }

        /** Up to which event of the trace a thread must have gone for what was asked last. */
        public int end(int thread) {
            return growing.end(thread);
        }

        /** Whether an event can be next; all others are then free to go on. */
        public boolean alone(int e) {
            growing.makeNext(e);
            return growing.close();
        }

        /** Whether the threads asked for can no longer meet at all. */
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
