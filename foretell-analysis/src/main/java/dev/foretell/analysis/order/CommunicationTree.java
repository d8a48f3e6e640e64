// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * BIPED's upper layer, the communication-aware bidirectional tree (section 3.2.2): one branch for each thread, whose
 * nodes have their predecessors and successors in other threads. Program order needs no links; the locks of a node are
 * the model's. So only the edges between threads are stored, once sorted by their ends and once by their starts, in
 * plain arrays: fork and start, end and join, notify and wait, and every other happens-before edge of the model
 * (volatiles, publish and observe, initialisers).
 *
 * <p>Immutable; each direction of the check has its own {@link Walk}.
 */
final class CommunicationTree {
    private final Trace trace;
    /** By thread: events that come after one of another thread, ascending, and that event. */
    private final int[][] ends;

    private final int[][] predecessors;
    /** By thread: events that one of another thread comes after, ascending, and that event. */
    private final int[][] starts;

    private final int[][] successors;

    CommunicationTree(TraceModel model) {
        this.trace = model.trace();
        int threads = model.threadCount();
        IntArrayList[] in = new IntArrayList[threads];
        IntArrayList[] from = new IntArrayList[threads];
        LongArrayList[] out = new LongArrayList[threads];
        for (int t = 0; t < threads; t++) {
            in[t] = new IntArrayList();
            from[t] = new IntArrayList();
            out[t] = new LongArrayList();
        }
        for (int e = 0; e < trace.size(); e++) {
            for (int source : model.orderedAfter(e)) {
                in[trace.thread(e)].add(e);
                from[trace.thread(e)].add(source);
                out[trace.thread(source)].add((long) source << 32 | e);
            }
        }
        ends = new int[threads][];
        predecessors = new int[threads][];
        starts = new int[threads][];
        successors = new int[threads][];
        for (int t = 0; t < threads; t++) {
            ends[t] = in[t].toIntArray();
            predecessors[t] = from[t].toIntArray();
            long[] edges = out[t].toLongArray();
            Arrays.sort(edges);
            starts[t] =
                    Arrays.stream(edges).mapToInt(edge -> (int) (edge >>> 32)).toArray();
            successors[t] = Arrays.stream(edges).mapToInt(edge -> (int) edge).toArray();
        }
    }

    /** Traverses the threads inside one interval at a time; the arrays are reused. */
    final class Walk {
        /** How far each thread's events are known to be connected; valid where {@code round} is the current one. */
        private final int[] reached = new int[ends.length];

        private final int[] looked = new int[ends.length];
        private final int[] round = new int[ends.length];
        private final IntArrayList open = new IntArrayList();
        private int now;

        /**
         * Algorithm 2, CanBackwardMutate: whether the earliest node of the interval is no predecessor of the latest
         * one, searched from the latter. Afterwards {@link #isMoved} returns which other events are.
         *
         * <p>The paper's getVRP takes remote predecessors with an index below the node's; the condition is that the
         * node which has them does not come later than it. And the earliest node itself may be such a predecessor (a
         * fork, a notify), so its own index is within the bounds.
         *
         * @param use a read that may read from another write: if it is volatile, its reads-from write is no
         *     predecessor; -1 for none
         */
        boolean canMoveBackward(Intervals.Interval interval, int use) {
            int earliest = interval.earliest();
            begin(interval.latest(), earliest);
            int forbidden = trace.thread(earliest);
            while (!open.isEmpty()) {
                int t = open.popInt();
                int to = reached[t];
                int i = firstAbove(ends[t], looked[t]);
                looked[t] = to;
                for (; i < ends[t].length && ends[t][i] <= to; i++) {
                    int source = predecessors[t][i];
                    if (source < earliest
                            || ends[t][i] == use && trace.kind(source).isWrite()) {
                        continue;
                    }
                    int other = trace.thread(source);
                    if (other == forbidden) {
                        return false;
                    }
                    if (round[other] != now) {
                        visit(other, source, earliest);
                    } else if (source > reached[other]) {
                        reached[other] = source;
                        open.add(other);
                    }
                }
            }
            return true;
        }

        /** Algorithm 3, CanForwardMutate: the same condition, searched from the earliest node along successors. */
        boolean canMoveForward(Intervals.Interval interval) {
            int latest = interval.latest();
            begin(interval.earliest(), latest);
            int forbidden = trace.thread(latest);
            while (!open.isEmpty()) {
                int t = open.popInt();
                int from = reached[t];
                int i = firstAbove(starts[t], looked[t] - 1) - 1;
                looked[t] = from;
                for (; i >= 0 && starts[t][i] >= from; i--) {
                    int target = successors[t][i];
                    if (target > latest) {
                        continue;
                    }
                    int other = trace.thread(target);
                    if (other == forbidden) {
                        return false;
                    }
                    if (round[other] != now) {
                        visit(other, target, latest);
                    } else if (target < reached[other]) {
                        reached[other] = target;
                        open.add(other);
                    }
                }
            }
            return true;
        }

        /**
         * After a successful {@link #canMoveBackward}: whether an event of the interval is the latest node or a
         * predecessor.
         */
        boolean isMoved(int event) {
            int t = trace.thread(event);
            return round[t] == now && event <= reached[t];
        }

        private void begin(int node, int otherEnd) {
            now++;
            open.clear();
            visit(trace.thread(node), node, otherEnd);
        }

        private void visit(int thread, int node, int otherEnd) {
            round[thread] = now;
            reached[thread] = node;
            looked[thread] = otherEnd;
            open.add(thread);
        }
    }

    /** Index of the first element above the bound. */
    private static int firstAbove(int[] sorted, int bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
