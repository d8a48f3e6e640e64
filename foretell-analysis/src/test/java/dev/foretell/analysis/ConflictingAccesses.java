// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;

/** Which two events of a trace conflict. */
public final class ConflictingAccesses {
    private ConflictingAccesses() {}

    /** Plain accesses of two threads to one variable, at least one of them a write. */
    public static boolean are(Trace trace, int a, int b) {
        return isPlain(trace, a)
                && isPlain(trace, b)
                && trace.target(a) == trace.target(b)
                && trace.thread(a) != trace.thread(b)
                && (trace.kind(a) == EventKind.WRITE || trace.kind(b) == EventKind.WRITE);
    }

    private static boolean isPlain(Trace trace, int e) {
        return trace.kind(e) == EventKind.READ || trace.kind(e) == EventKind.WRITE;
    }
}
