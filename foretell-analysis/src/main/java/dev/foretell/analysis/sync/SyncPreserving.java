package dev.foretell.analysis.sync;

import dev.foretell.analysis.model.TraceModel;

/**
 * Whether given events can all be next in a reordering that keeps the order of critical sections. Sound and complete for
 * such reorderings; each question costs about as much in a long trace as in a short one. Not for several threads.
 */
public final class SyncPreserving {
    private final TraceModel model;
    private final Causes causes;
    private final Sections sections;
    private final Ideal ideal;

    public SyncPreserving(TraceModel model) {
        this.model = model;
        this.causes = new Causes(model);
        this.sections = new Sections(model);
        this.ideal = new Ideal(model, causes, sections);
    }

    /** Whether these events of different threads can be next together. */
    public boolean together(int... events) {
        ideal.clear();
        for (int e : events) {
            if (model.insideInitialiser(e)) {
                return false;
            }
            ideal.lead(e);
        }
        return ideal.close();
    }

    /** After a question with the answer yes: how many events of each thread must have happened, in their recorded order. */
    public int[] lengths() {
        int[] lengths = new int[model.threadCount()];
        for (int t = 0; t < lengths.length; t++) {
            lengths[t] = model.lengthUpTo(t, ideal.end(t));
        }
        return lengths;
    }

    /** For questions about the same two threads in the order of the trace. */
    public Pairs pairs() {
        return new Pairs(new Ideal(model, causes, sections));
    }

    /**
     * Questions of the form: can {@code e1} of one thread and a later {@code e2} of another be next together? Both only move forward, so
     * each question goes on where the last one ended.
     */
    public final class Pairs {
        private final Ideal growing;

        private Pairs(Ideal growing) {
            this.growing = growing;
        }

        /** Other threads from now on. */
        public void restart() {
            growing.clear();
        }

        /** Whether an event that is not before the last one asked for must have happened, so that it cannot be next. */
        public boolean isPast(int e) {
            return growing.end(model.trace().thread(e)) >= e;
        }

        /** Whether the threads asked for can no longer meet at all. */
        public boolean isOver() {
            return growing.impossible();
        }

        public boolean together(int e1, int e2) {
            growing.lead(e1);
            growing.lead(e2);
            return growing.close();
        }
    }
}
