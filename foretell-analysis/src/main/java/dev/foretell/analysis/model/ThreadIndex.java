// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.Trace;
import java.util.Arrays;

/** The events of each thread, and where in its thread each event is. */
final class ThreadIndex {
    private final Trace trace;
    private final int[][] events;
    private final int[] positions;

    ThreadIndex(Trace trace) {
        this.trace = trace;
        int[] counts = new int[trace.threads().size()];
        positions = new int[trace.size()];
        for (int e = 0; e < positions.length; e++) {
            positions[e] = counts[trace.thread(e)]++;
        }
        events = new int[counts.length][];
        for (int t = 0; t < counts.length; t++) {
            events[t] = new int[counts[t]];
        }
        for (int e = 0; e < positions.length; e++) {
            events[trace.thread(e)][positions[e]] = e;
        }
    }

    int length(int thread) {
        return events[thread].length;
    }

    int event(int thread, int position) {
        return events[thread][position];
    }

    int position(int event) {
        return positions[event];
    }

    /** How many events of a thread have an index up to this one. */
    int lengthUpTo(int thread, int event) {
        int place = Arrays.binarySearch(events[thread], event);
        return place >= 0 ? place + 1 : -1 - place;
    }

    int next(int event) {
        int[] own = events[trace.thread(event)];
        int next = positions[event] + 1;
        return next < own.length ? own[next] : -1;
    }
}
