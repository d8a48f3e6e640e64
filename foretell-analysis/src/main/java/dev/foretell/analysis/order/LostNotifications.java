// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.List;

/**
 * A notify that ended a wait, and the begin of this wait: if the notify comes first, it is lost. The pattern (notify,
 * begin of the wait) has no witness where the thread reads, under the lock, a condition that the notifying thread has
 * written there: then it would not wait. A thread that reads the condition before the lock, or not at all, can wait
 * forever.
 *
 * <p>Complete for waits that a notify ended, under the waking policy of the model (docs/design/04-prediction.md). A
 * lost notification does no harm when another one follows.
 */
final class LostNotifications {
    /** The name of the pattern in reports. */
    static final String LABEL = "notify-wait";

    static final AnomalyShape SHAPE = AnomalyShape.inOrder(List.of(0, 0), List.of(0, 1));

    private final TraceModel model;
    private final Trace trace;
    private final CandidateGroups groups;

    LostNotifications(TraceModel model, CandidateGroups groups) {
        this.model = model;
        this.trace = model.trace();
        this.groups = groups;
    }

    /** Returns how many there are. */
    long find() {
        SourcePlaces places = new SourcePlaces(trace);
        long found = 0;
        for (int e = 0; e < trace.size(); e++) {
            int notify = trace.kind(e) == EventKind.WAKE ? model.partner(e) : -1;
            if (notify < 0 || trace.thread(notify) == trace.thread(e) || model.position(e) == 0) {
                continue;
            }
            int begin = model.event(trace.thread(e), model.position(e) - 1);
            if (trace.kind(begin) == EventKind.RELEASE && trace.target(begin) == trace.target(e)) {
                String lock = trace.lockName(trace.target(e));
                groups.of(lock, SHAPE, LABEL, places.of(trace.siteOf(notify)), places.of(trace.siteOf(begin)))
                        .add(notify, begin);
                found++;
            }
        }
        return found;
    }
}
