// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;

/**
 * How threads continued after events, as far as a trace shows it: by the site of the next event. Where that differs
 * from one iteration of a loop to the next, the thread took another branch. The end of a critical section or region
 * shows nothing about branches, so the event after it counts.
 */
public final class Continuations {
    private final TraceModel model;
    private final Trace trace;

    public Continuations(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    /** The site of the next event of the thread; -1 when there is none. */
    public int of(int event) {
        int next = model.next(event);
        while (next >= 0 && isEnd(trace.kind(next))) {
            next = model.next(next);
        }
        return next < 0 ? -1 : trace.siteOf(next);
    }

    /** One number for the continuations of the threads of two events. */
    public long of(int event, int other) {
        return (long) of(event) << 32 | of(other) & 0xFFFF_FFFFL;
    }

    private static boolean isEnd(EventKind kind) {
        return kind.isRelease() || kind == EventKind.REGION_END;
    }
}
