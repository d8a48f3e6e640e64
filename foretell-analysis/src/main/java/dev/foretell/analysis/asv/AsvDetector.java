// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import dev.foretell.analysis.atomicity.TripleSearch;
import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.Pattern;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.trace.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Atomic-set serialisability: those of the eleven patterns of Vaziri, Tip and Dolby that are no atomicity violations of
 * one variable. The variables that one region accesses are one atomic set, as in PECAN; sets that the user declares are
 * added.
 */
public final class AsvDetector implements Detector {
    private final Regions.Policy policy;
    private final List<AtomicSet> sets;

    public AsvDetector(Regions.Policy policy, List<AtomicSet> sets) {
        this.policy = policy;
        this.sets = List.copyOf(sets);
    }

    @Override
    public Detection detect(TraceModel model) {
        CandidateGroups groups = new CandidateGroups();
        Regions regions = new Regions(model, policy);
        List<Pattern> patterns =
                notAtomicity(PatternFile.builtIn("asv.patterns").patterns());
        TripleSearch triples = new TripleSearch(AnomalyKind.ASV.id(), model, regions, patterns, false, groups);
        PairSearch pairs = new PairSearch(model, regions, patterns, sets, groups);
        long combinations = triples.run() + pairs.run();
        List<String> truncated = new ArrayList<>(triples.truncated());
        truncated.addAll(pairs.truncated());
        return new Detection(groups.list(), combinations, truncated);
    }

    private static List<Pattern> notAtomicity(List<Pattern> patterns) {
        Set<List<Object>> known = new HashSet<>();
        for (Pattern pattern : PatternFile.builtIn("atomicity.patterns").patterns()) {
            known.add(List.of(pattern.shape(), pattern.writes()));
        }
        return patterns.stream()
                .filter(pattern -> !known.contains(List.of(pattern.shape(), pattern.writes())))
                .toList();
    }
}
