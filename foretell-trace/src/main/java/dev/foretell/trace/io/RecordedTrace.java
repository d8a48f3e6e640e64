// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Trace;
import java.util.List;
import java.util.Map;

/**
 * A trace as read from its folder.
 *
 * @param classes those whose sites it refers to, by name
 * @param truncated what was left out because memory or time does not suffice, a sentence each
 */
public record RecordedTrace(Trace trace, Map<String, ClassInfo> classes, List<String> truncated) {
    public RecordedTrace {
        truncated = List.copyOf(truncated);
    }

    /** A trace that is not truncated. */
    public RecordedTrace(Trace trace, Map<String, ClassInfo> classes) {
        this(trace, classes, List.of());
    }
}
