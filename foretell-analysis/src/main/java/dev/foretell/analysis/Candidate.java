// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.Collections;
import java.util.List;

/**
 * Events that would be an anomaly if a correct reordering brought them into this shape.
 *
 * @param kind the kind of its detector, see {@link Detectors}
 * @param events the events concerned, as indices of the trace, in the order of the pattern
 * @param pattern the kinds of access in that order: {@code r-w}, {@code w-w}, {@code lock-lock}; or the name of the
 *     user's pattern
 * @param shape how the events are related
 * @param unlikely whether few programs rely on this order not happening
 * @param loose whether the interleaved region does not cover the variable, see {@link RegionVariables}
 */
public record Candidate(
        AnomalyKind kind, List<Integer> events, String pattern, AnomalyShape shape, boolean unlikely, boolean loose) {
    public Candidate(AnomalyKind kind, List<Integer> events, String pattern, AnomalyShape shape) {
        this(kind, events, pattern, shape, false, false);
    }

    public Candidate {
        events = List.copyOf(events);
    }

    /**
     * Whether the interleaved unit of work consists of several regions that are only assumed to belong together
     * (check-then-act, a torn pair). No lock declares that, so it is wrong more often than a region is. A user's own
     * pattern declares it.
     */
    public boolean composed() {
        return !kind.isDeclared()
                && shape.inOrder()
                && Collections.frequency(shape.regions(), shape.regions().get(0)) == 1;
    }
}
