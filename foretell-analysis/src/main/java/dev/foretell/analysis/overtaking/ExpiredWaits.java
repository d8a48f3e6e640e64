package dev.foretell.analysis.overtaking;

import dev.foretell.analysis.detect.Places;
import dev.foretell.analysis.detect.Suspects;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;

/**
 * A wait with a time limit that a notify ended, and this notify: the limit ends the wait first. The pattern is (end of the wait,
 * notify).
 *
 * <p>What the thread does after that is not in the trace, so the schedule leads only to where it waits and the other one has
 * not yet taken the lock; the rest is up to the re-execution, in which the thread is left alone until its time is up.
 */
public final class ExpiredWaits {
    /** How reports call the pattern. */
    static final String LABEL = "limit-notify";

    private final TraceModel model;
    private final Trace trace;
    private final Suspects suspects;

    ExpiredWaits(TraceModel model, Suspects suspects) {
        this.model = model;
        this.trace = model.trace();
        this.suspects = suspects;
    }

    /** Returns how many there are. */
    long find() {
        Places places = new Places(trace);
        long found = 0;
        for (int e = 0; e < trace.size(); e++) {
            int notify = isLimited(e) ? model.partner(e) : -1;
            if (notify >= 0 && trace.thread(notify) != trace.thread(e) && section(model, notify) >= 0) {
                String lock = trace.lockName(trace.target(e));
                suspects.of(
                                lock,
                                LostNotifications.SHAPE,
                                LABEL,
                                places.of(trace.siteOf(e)),
                                places.of(trace.siteOf(notify)))
                        .closely()
                        .add(e, notify);
                found++;
            }
        }
        return found;
    }

    /** The recorder tells by the call whether a wait has a limit; a wait for 0 milliseconds only looks as if it had. */
    private boolean isLimited(int e) {
        return trace.kind(e) == EventKind.WAIT
                && model.position(e) > 0
                && !trace.site(trace.siteOf(e)).what().isEmpty();
    }

    /** Where a schedule for this pattern leads. */
    public static Goal goal(TraceModel model, int wait, int notify) {
        int begin = model.event(model.trace().thread(wait), model.position(wait) - 1);
        return new Goal(new int[] {begin}, new int[] {section(model, notify)});
    }

    /** The acquire with which the notifying thread took the lock, or -1; the re-acquire of a wait is none to stand before. */
    private static int section(TraceModel model, int notify) {
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
