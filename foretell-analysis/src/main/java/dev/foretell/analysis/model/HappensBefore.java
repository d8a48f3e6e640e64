// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * PECAN's partial order in its compact form (section 5.1): only events at which threads communicate carry a clock.
 *
 * <p>They cut each thread into <em>segments</em>: an event that depends on another thread starts one, an event that
 * another thread depends on ends one. So all events of a segment have the same order to any event of another thread,
 * and a clock per segment suffices. The entry of a clock for thread t counts the segments of t that are over when the
 * segment starts; a thread's own entry is implicit, so segments without a dependency share their predecessor's clock.
 */
public final class HappensBefore {
    private final Trace trace;
    private final ThreadIndex threads;
    private final Segments[] segments;

    private static final class Segments {
        final IntArrayList starts = new IntArrayList();
        final List<int[]> clocks = new ArrayList<>();

        void open(int position, int[] clock) {
            int last = starts.size() - 1;
            if (last >= 0 && starts.getInt(last) == position) {
                clocks.set(last, clock);
            } else {
                starts.add(position);
                clocks.add(clock);
            }
        }

        int[] latest() {
            return clocks.get(clocks.size() - 1);
        }
    }

    HappensBefore(Trace trace, ThreadIndex threads, EventDependencies partners) {
        this.trace = trace;
        this.threads = threads;
        int count = trace.threads().size();
        segments = new Segments[count];
        for (int t = 0; t < count; t++) {
            segments[t] = new Segments();
            segments[t].open(0, new int[count]);
        }
        BitSet incoming = new BitSet(trace.size());
        BitSet outgoing = new BitSet(trace.size());
        for (int e = 0; e < trace.size(); e++) {
            int[] sources = partners.orderedAfter(e);
            if (sources.length > 0) {
                incoming.set(e);
                for (int source : sources) {
                    outgoing.set(source);
                }
            }
        }
        BitSet either = (BitSet) incoming.clone();
        either.or(outgoing);
        for (int e = either.nextSetBit(0); e >= 0; e = either.nextSetBit(e + 1)) {
            Segments own = segments[trace.thread(e)];
            if (incoming.get(e)) {
                own.open(threads.position(e), joined(own.latest(), partners.orderedAfter(e)));
            }
            if (outgoing.get(e)) {
                own.open(threads.position(e) + 1, own.latest());
            }
        }
    }

    private int[] joined(int[] clock, int[] sources) {
        int[] sum = clock.clone();
        for (int source : sources) {
            int thread = trace.thread(source);
            int segment = segment(thread, threads.position(source));
            int[] other = segments[thread].clocks.get(segment);
            for (int t = 0; t < sum.length; t++) {
                sum[t] = Math.max(sum[t], other[t]);
            }
            sum[thread] = Math.max(sum[thread], segment + 1);
        }
        return sum;
    }

    private int segment(int thread, int position) {
        return HeldLocks.last(segments[thread].starts, position);
    }

    boolean happensBefore(int event, int other) {
        int first = trace.thread(event);
        int second = trace.thread(other);
        if (first == second) {
            return event < other;
        }
        return segmentBefore(
                first, segment(first, threads.position(event)), second, segment(second, threads.position(other)));
    }

    boolean segmentBefore(int thread, int segment, int otherThread, int otherSegment) {
        return segments[otherThread].clocks.get(otherSegment)[thread] > segment;
    }

    Cursor cursor(int thread) {
        return new Cursor(segments[thread].starts);
    }

    /** Iterates over a thread from its first event to its last. */
    public static final class Cursor {
        private final IntArrayList starts;
        private int segment;

        private Cursor(IntArrayList starts) {
            this.starts = starts;
        }

        /** The segment at a position; positions do not decrease. */
        public int at(int position) {
            while (segment + 1 < starts.size() && starts.getInt(segment + 1) <= position) {
                segment++;
            }
            return segment;
        }
    }
}
