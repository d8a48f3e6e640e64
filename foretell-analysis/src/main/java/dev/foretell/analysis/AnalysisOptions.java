package dev.foretell.analysis;

import dev.foretell.analysis.model.Regions;
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
 */
public record AnalysisOptions(
        Set<String> detectors, List<Pattern> patterns, List<AtomicSet> atomicSets, Regions.Policy regions) {
    public AnalysisOptions {
        detectors = Set.copyOf(detectors);
        patterns = List.copyOf(patterns);
        atomicSets = List.copyOf(atomicSets);
    }

    /** These detectors, with nothing of the user's own. */
    public static AnalysisOptions of(Set<String> detectors) {
        return new AnalysisOptions(detectors, List.of(), List.of(), Regions.Policy.LOCKS);
    }
}
