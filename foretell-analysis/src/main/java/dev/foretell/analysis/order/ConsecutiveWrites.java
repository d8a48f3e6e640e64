// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.LongerMove;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * For a read that is reordered with the nearest write of its variable: how many more writes it can be reordered with in
 * the same direction. Values are not recorded. When a flag was set twice, a read before the second write sees the same
 * value; only one before both sees another. The row ends at a write of the read's own thread, or of an initialiser,
 * inside which no thread is stopped, or where happens-before or locks forbid it.
 */
final class ConsecutiveWrites {
    /** The length of a row is bounded: a loop of so many writes hardly writes one value. */
    private static final int MAX_WRITES = 1024;

    private final TraceModel model;
    private final Trace trace;
    private final Intervals intervals;
    private final CommunicationTree.Walk walk;

    ConsecutiveWrites(TraceModel model, CommunicationTree tree) {
        this.model = model;
        this.trace = model.trace();
        this.intervals = new Intervals(model);
        this.walk = tree.new Walk();
    }

    /**
     * The same with the farthest write that the read can be reordered with; null when that is the nearest, or these are
     * no read and write.
     */
    LongerMove beyond(int[] events) {
        if (events.length != 2
                || !trace.kind(events[0]).isAccess()
                || !trace.kind(events[1]).isAccess()) {
            return null;
        }
        boolean overdue = trace.kind(events[0]).isRead();
        int use = events[overdue ? 0 : 1];
        int nearest = events[overdue ? 1 : 0];
        IntArrayList row = row(use, nearest, overdue ? -1 : 1);
        int passed = 0;
        int blocked = row.size();
        if (blocked > 1 && canPass(use, row.getInt(blocked - 1), overdue)) {
            passed = blocked - 1; // most often all of them
        }
        while (blocked - passed > 1) {
            int middle = (passed + blocked) >>> 1;
            if (canPass(use, row.getInt(middle), overdue)) {
                passed = middle;
            } else {
                blocked = middle;
            }
        }
        if (passed == 0) {
            return null;
        }
        int farthest = row.getInt(passed);
        return overdue
                ? new LongerMove(new int[] {use, farthest}, farthest, nearest)
                : new LongerMove(new int[] {farthest, use}, nearest, farthest);
    }

    /**
     * The nearest write and those of other threads than the read's beyond it, up to one that it cannot be reordered
     * with.
     */
    private IntArrayList row(int use, int nearest, int step) {
        IntArrayList row = new IntArrayList();
        int variable = trace.target(use);
        for (int e = nearest; e >= 0 && e < trace.size() && row.size() < MAX_WRITES; e += step) {
            if (trace.kind(e).isWrite() && trace.target(e) == variable) {
                if (trace.thread(e) == trace.thread(use) || model.insideInitialiser(e)) {
                    break;
                }
                row.add(e);
            }
        }
        return row;
    }

    private boolean canPass(int use, int write, boolean overdue) {
        int later = overdue ? use : write;
        int earlier = overdue ? write : use;
        for (Intervals.Interval interval : intervals.around(later, earlier)) {
            if (walk.canMoveBackward(interval, later)) {
                return true;
            }
        }
        return false;
    }
}
