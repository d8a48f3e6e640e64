// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.Collections;
import java.util.List;

/**
 * Events that would be an anomaly if they could come together as their detector imagines.
 *
 * @param kind the id of the detector that found it, see {@link Detectors}
 * @param events the events concerned, as indices of the trace, in the order of the pattern
 * @param pattern the kinds of access in that order: {@code r-w}, {@code w-w}, {@code lock-lock}; or the name of the
 *     user's pattern
 * @param shape how the events stand to each other
 * @param unlikely whether hardly anybody counts on this not happening
 * @param loose whether the region that is interleaved says nothing about the variable, see {@link RegionVariables}
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
     * Whether the unit that was interleaved is made up of several regions, which only look as if they belonged together
     * (check-then-act, a torn pair). The program does not say so, and it is wrong more often than a region is. A user's
     * own pattern is never a guess.
     */
    public boolean composed() {
        return !kind.isDeclared()
                && shape.inOrder()
                && Collections.frequency(shape.regions(), shape.regions().get(0)) == 1;
    }
}
