// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.model.TraceModel;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * BIPED's schedules (section 4.3, read-backward-move and read-forward-move): of the interval around a relation the part
 * that moves comes first, in recorded order, then the rest in recorded order. The prefix before the interval is
 * unchanged.
 *
 * <p>The paper moves the events of one thread. They may depend on a third thread's events inside the interval; those
 * move with them.
 */
final class IntervalMove {
    private final Intervals intervals;
    private final CommunicationTree.Walk walk;

    IntervalMove(TraceModel model, CommunicationTree tree) {
        this.intervals = new Intervals(model);
        this.walk = tree.new Walk();
    }

    /** Schedules after which the first event has happened and the second, recorded earlier, is next. */
    List<int[]> schedules(int[] events) {
        List<int[]> schedules = new ArrayList<>(2);
        for (Intervals.Interval interval : intervals.around(events[0], events[1])) {
            if (walk.canMoveBackward(interval, events[0])) {
                schedules.add(schedule(interval, events[1]));
            }
        }
        return schedules;
    }

    /** The schedule for an interval that the last walk has found feasible, up to, without, {@code stop}. */
    private int[] schedule(Intervals.Interval interval, int stop) {
        IntArrayList schedule = new IntArrayList(stop + 16);
        for (int e = 0; e < interval.earliest(); e++) {
            schedule.add(e);
        }
        for (int e = interval.earliest(); e <= interval.latest(); e++) {
            if (walk.isMoved(e)) {
                schedule.add(e);
            }
        }
        for (int e = interval.earliest(); e < stop; e++) {
            if (!walk.isMoved(e)) {
                schedule.add(e);
            }
        }
        return schedule.toIntArray();
    }
}
