// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.order.ObservedUsages;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.Pattern;
import java.util.List;
import java.util.Set;

/**
 * What to search for.
 *
 * @param detectors only these run; see {@link Detectors#ids()}
 * @param patterns the user's own, for the detector {@code pattern}
 * @param atomicSets variables that belong together, for the detector {@code asv}
 * @param regions what the region events of the trace stand for
 * @param earlierRuns the reads-from relation of other runs of the program, for the detector {@code order}
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

    /** Without other runs. */
    public AnalysisOptions(
            Set<String> detectors, List<Pattern> patterns, List<AtomicSet> atomicSets, Regions.Policy regions) {
        this(detectors, patterns, atomicSets, regions, new ObservedUsages());
    }

    /** These detectors, without patterns and atomic sets of the user. */
    public static AnalysisOptions of(Set<String> detectors) {
        return new AnalysisOptions(detectors, List.of(), List.of(), Regions.Policy.LOCKS);
    }
}
