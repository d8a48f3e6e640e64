// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;

/**
 * Whether the accesses of a critical section to a variable are one unit of work. Only locks protect a plain variable,
 * so the section is meant to cover it. A volatile or atomic one is made to be accessed without a lock: a counter that
 * is updated inside an unrelated section, a box that a value is handed over in. It belongs to the section only where
 * the other thread holds a lock of the section too, or the user named the region.
 */
final class RegionVariables {
    private final TraceModel model;
    private final Trace trace;
    private Boolean declared;

    RegionVariables(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    /** Whether these events, the first of the region that is interleaved, are tied by nothing but an unrelated lock. */
    boolean isLoose(AnomalyShape shape, int[] events) {
        if (!shape.inOrder() || hasDeclaredRegions()) {
            return false;
        }
        int own = trace.thread(events[0]);
        for (int e : events) {
            if (!trace.kind(e).isAccess() || !trace.kind(e).isVolatile()) {
                return false;
            }
            for (int other : events) {
                boolean pair = trace.thread(e) == own && trace.thread(other) != own;
                if (pair && model.intersection(model.lockset(e), model.lockset(other)) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasDeclaredRegions() {
        if (declared == null) {
            declared = false;
            for (int e = 0; e < trace.size() && !declared; e++) {
                declared = trace.kind(e) == EventKind.REGION_BEGIN;
            }
        }
        return declared;
    }
}
