// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.order.ObservedUsages;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.Pattern;
import java.util.List;
import java.util.Set;

/**
 * What the user wants to be looked for.
 *
 * @param detectors only these run; see {@link Detectors#ids()}
 * @param patterns the user's own, for the detector {@code pattern}
 * @param atomicSets variables that belong together, for the detector {@code asv}
 * @param regions what the region events of the trace stand for
 * @param earlierRuns what other runs of the program were seen to do, for the detector {@code order}
 */
public record AnalysisOptions(
        Set<String> detectors,
        List<Pattern> patterns,
        List<AtomicSet> atomicSets,
        Regions.Policy regions,
        ObservedUsages earlierRuns) {
    public AnalysisOptions {
        detectors = Set.copyOf(detectors);
        patterns = List.copyOf(patterns);
        atomicSets = List.copyOf(atomicSets);
    }

    /** With nothing known of other runs. */
    public AnalysisOptions(
            Set<String> detectors, List<Pattern> patterns, List<AtomicSet> atomicSets, Regions.Policy regions) {
        this(detectors, patterns, atomicSets, regions, new ObservedUsages());
    }

    /** These detectors, with nothing of the user's own. */
    public static AnalysisOptions of(Set<String> detectors) {
        return new AnalysisOptions(detectors, List.of(), List.of(), Regions.Policy.LOCKS);
    }
}
