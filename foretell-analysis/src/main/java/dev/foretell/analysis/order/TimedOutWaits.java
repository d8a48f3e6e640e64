// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;

/**
 * A wait with a time limit that a notify ended, and this notify: the time-out comes first. The pattern is (end of the
 * wait, notify), see {@link EarlyWaitEnds}. The re-execution lets the wait time out.
 */
final class TimedOutWaits {
    /** The name of the pattern in reports. */
    static final String LABEL = "limit-notify";

    private final TraceModel model;
    private final Trace trace;
    private final CandidateGroups groups;

    TimedOutWaits(TraceModel model, CandidateGroups groups) {
        this.model = model;
        this.trace = model.trace();
        this.groups = groups;
    }

    /** Returns how many there are. */
    long find() {
        SourcePlaces places = new SourcePlaces(trace);
        long found = 0;
        for (int e = 0; e < trace.size(); e++) {
            int notify = EarlyWaitEnds.notify(model, e);
            if (notify >= 0 && isLimited(e)) {
                String lock = trace.lockName(trace.target(e));
                groups.of(
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

    /** The called method of the site determines whether a wait has a limit; a wait for 0 milliseconds has none. */
    private boolean isLimited(int wait) {
        return !trace.site(trace.siteOf(wait)).what().isEmpty();
    }
}
