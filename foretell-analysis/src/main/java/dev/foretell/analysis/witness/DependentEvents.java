// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The events of each thread that depend on an event of another thread, from some event of the trace on: the part for
 * which {@link Causality} has no vectors.
 */
final class DependentEvents {
    private final int[][] positions;

    DependentEvents(TraceModel model, int from) {
        IntArrayList[] lists = new IntArrayList[model.threadCount()];
        for (int t = 0; t < lists.length; t++) {
            lists[t] = new IntArrayList();
        }
        for (int e = from; e < model.trace().size(); e++) {
            if (model.dependencies(e).length > 0) {
                lists[model.trace().thread(e)].add(model.position(e));
            }
        }
        positions = new int[lists.length][];
        for (int t = 0; t < lists.length; t++) {
            positions[t] = lists[t].toIntArray();
        }
    }

    /** Ascending positions of these events of a thread. */
    int[] of(int thread) {
        return positions[thread];
    }
}
