// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A wait that a notify ended, this notify, and a later interrupt of the waiting thread by a third one: the interrupt is
 * reordered first, and the wait ends by an InterruptedException. The pattern is (interrupt, end of the wait, notify),
 * see {@link EarlyWaitEnds}.
 *
 * <p>Of the interrupts of a thread the first after a wait counts: an earlier one was cleared before the wait, or the
 * wait was not ended by the notify. Interrupts that happen after the wait, or after the critical section of the notify,
 * cannot be reordered before it. Only calls of {@code interrupt()} in instrumented code are considered: an executor's
 * own interrupts have no site at which a schedule could execute them.
 */
final class InterruptedWaits {
    /** The name of the pattern in reports. */
    static final String LABEL = "interrupt-notify";

    private static final AnomalyShape SHAPE = AnomalyShape.inOrder(List.of(0, 1, 1), List.of(0, 1, 2));

    private final TraceModel model;
    private final Trace trace;
    private final CandidateGroups groups;

    InterruptedWaits(TraceModel model, CandidateGroups groups) {
        this.model = model;
        this.trace = model.trace();
        this.groups = groups;
    }

    /** Returns how many there are. */
    long find() {
        IntArrayList[] interrupts = interrupts();
        SourcePlaces places = new SourcePlaces(trace);
        long found = 0;
        for (int e = 0; interrupts != null && e < trace.size(); e++) {
            int notify = EarlyWaitEnds.notify(model, e);
            int interrupt = notify < 0 ? -1 : firstAfter(interrupts[trace.thread(e)], e);
            if (interrupt >= 0 && isMovable(interrupt, e, notify)) {
                groups.of(
                                trace.lockName(trace.target(e)),
                                SHAPE,
                                LABEL,
                                places.of(trace.siteOf(interrupt)),
                                places.of(trace.siteOf(e)),
                                places.of(trace.siteOf(notify)))
                        .closely()
                        .add(interrupt, e, notify);
                found++;
            }
        }
        return found;
    }

    /** By thread: the events that interrupt it, ascending; null when there are none at all. */
    private IntArrayList[] interrupts() {
        IntArrayList[] interrupts = null;
        for (int e = 0; e < trace.size(); e++) {
            int interrupted = trace.interruptedBy(e);
            if (interrupted >= 0 && interrupted != trace.thread(e)) {
                interrupts =
                        interrupts == null ? new IntArrayList[trace.threads().size()] : interrupts;
                if (interrupts[interrupted] == null) {
                    interrupts[interrupted] = new IntArrayList();
                }
                interrupts[interrupted].add(e);
            }
        }
        return interrupts;
    }

    private static int firstAfter(IntArrayList interrupts, int wait) {
        if (interrupts == null) {
            return -1;
        }
        int place = Arrays.binarySearch(interrupts.elements(), 0, interrupts.size(), wait);
        int first = -place - 1; // the wait itself is no interrupt
        return first < interrupts.size() ? interrupts.getInt(first) : -1;
    }

    private boolean isMovable(int interrupt, int wait, int notify) {
        return !model.happensBefore(wait, interrupt)
                && !model.happensBefore(EarlyWaitEnds.section(model, notify), interrupt);
    }
}
