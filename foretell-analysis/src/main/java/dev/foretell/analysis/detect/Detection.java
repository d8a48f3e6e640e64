// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import java.util.List;
import java.util.function.Function;

/**
 * What a detector found.
 *
 * @param groups merged by place and name, in the order of the trace
 * @param combinations how many combinations of events there were before merging
 * @param truncated what was left out because of a limit, a sentence each
 * @param proposals schedules that the detector itself has for a combination; they are vetted as any other
 * @param farther for a combination another one that passes more writes than it, or null; see {@link LongerMove}
 */
public record Detection(
        List<CandidateGroup> groups,
        long combinations,
        List<String> truncated,
        Function<int[], List<int[]>> proposals,
        Function<int[], LongerMove> farther) {
    public Detection(List<CandidateGroup> groups, long combinations, List<String> truncated) {
        this(groups, combinations, truncated, events -> List.of(), events -> null);
    }

    public Detection {
        groups = List.copyOf(groups);
        truncated = List.copyOf(truncated);
    }
}
