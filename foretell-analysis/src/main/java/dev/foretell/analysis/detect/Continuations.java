// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;

/**
 * How threads went on after events, as far as a trace shows it: by the place of what came next. Where that differs from
 * one time round a loop to the next, a branch went the other way. That a lock is given up, or a region left, says
 * nothing about branches; what comes after that does.
 */
public final class Continuations {
    private final TraceModel model;
    private final Trace trace;

    public Continuations(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    /** The site of what the event's thread did next; -1 when it did nothing more. */
    public int of(int event) {
        int next = model.next(event);
        while (next >= 0 && isEnd(trace.kind(next))) {
            next = model.next(next);
        }
        return next < 0 ? -1 : trace.siteOf(next);
    }

    /** One number for how the threads of two events went on. */
    public long of(int event, int other) {
        return (long) of(event) << 32 | of(other) & 0xFFFF_FFFFL;
    }

    private static boolean isEnd(EventKind kind) {
        return kind.isRelease() || kind == EventKind.REGION_END;
    }
}
