package dev.foretell.analysis.detect;

import java.util.List;

/**
 * What a detector found.
 *
 * @param suspects merged by place and name, in the order of the trace
 * @param combinations how many combinations of events there were before merging
 * @param truncated what was left out because of a limit, a sentence each
 */
public record Detection(List<Suspect> suspects, long combinations, List<String> truncated) {
    public Detection {
        suspects = List.copyOf(suspects);
        truncated = List.copyOf(truncated);
    }
}
