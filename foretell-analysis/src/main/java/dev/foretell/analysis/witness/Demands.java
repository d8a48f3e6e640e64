package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Where in each thread the events are that ask for something: an event of another thread, a lock, or their own
 * successor. A closure visits only these, so that its cost does not grow with what threads do on their own.
 */
final class Demands {
    private final int[][] positions;

    Demands(TraceModel model) {
        positions = new int[model.threadCount()][];
        for (int t = 0; t < positions.length; t++) {
            IntArrayList own = new IntArrayList();
            for (int p = 0; p < model.length(t); p++) {
                int e = model.event(t, p);
                if (model.trace().kind(e) == EventKind.ACQUIRE || model.needs(e).length > 0 || model.sticky(e)) {
                    own.add(p);
                }
            }
            positions[t] = own.toIntArray();
        }
    }

    /** Ascending positions of the demanding events of a thread. */
    int[] of(int thread) {
        return positions[thread];
    }
}
