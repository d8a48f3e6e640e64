// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;

/**
 * Patterns in which a wait ends before the notify that ended it in the recorded run: by a time-out
 * ({@link TimedOutWaits}) or by an interrupt ({@link InterruptedWaits}). The last two events are the end of the wait
 * and the notify.
 *
 * <p>The events of the waiting thread after that are not in the trace. So a schedule reaches the wait, contains what
 * ends it, and stops before the critical section of the notify; the end of the wait and its consequences happen in the
 * re-execution.
 */
public final class EarlyWaitEnds {
    private EarlyWaitEnds() {}

    /** Which event of a pattern is a wait that ends early; -1 when there is none. */
    public static int wait(Trace trace, AnomalyShape shape, int[] events) {
        int wait = events.length - 2;
        return shape.inOrder() && wait >= 0 && trace.kind(events[wait]) == EventKind.WAKE ? wait : -1;
    }

    /** The goal of a schedule for such a pattern; {@code wait} is the index of the end of the wait among the events. */
    public static Goal goal(TraceModel model, int[] events, int wait) {
        int[] chain = new int[wait + 1];
        chain[0] = begin(model, events[wait]);
        System.arraycopy(events, 0, chain, 1, wait);
        return new Goal(chain, new int[] {section(model, events[events.length - 1])});
    }

    /** The release that begins a wait. */
    private static int begin(TraceModel model, int wait) {
        return model.event(model.trace().thread(wait), model.position(wait) - 1);
    }

    /**
     * The notify of another thread that ended a wait, in a critical section before which its thread can be stopped; -1
     * when there is none.
     */
    static int notify(TraceModel model, int wait) {
        boolean begun = model.trace().kind(wait) == EventKind.WAKE && model.position(wait) > 0;
        int notify = begun ? model.partner(wait) : -1;
        boolean other =
                notify >= 0 && model.trace().thread(notify) != model.trace().thread(wait);
        return other && section(model, notify) >= 0 ? notify : -1;
    }

    /**
     * The acquire of the notifying thread's critical section; -1 for the re-acquire of a wait, where no thread can be
     * stopped.
     */
    static int section(TraceModel model, int notify) {
        Trace trace = model.trace();
        for (int p = model.position(notify) - 1; p >= 0; p--) {
            int e = model.event(trace.thread(notify), p);
            if (trace.kind(e) == EventKind.ACQUIRE && trace.target(e) == trace.target(notify)) {
                return model.isReacquire(e) ? -1 : e;
            }
        }
        return -1;
    }
}
