// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import java.util.ArrayList;
import java.util.List;

/** Finds the user's own patterns. Merged by pattern, names of the variables, and places. */
public final class PatternDetector implements Detector {
    private final List<Pattern> patterns;
    private final Regions.Policy policy;

    public PatternDetector(List<Pattern> patterns, Regions.Policy policy) {
        this.patterns = List.copyOf(patterns);
        this.policy = policy;
    }

    @Override
    public Detection detect(TraceModel model) {
        if (patterns.isEmpty()) {
            return new Detection(List.of(), 0, List.of());
        }
        CandidateGroups groups = new CandidateGroups();
        List<String> truncated = new ArrayList<>();
        PatternSearch search = new PatternSearch(model, new Regions(model, policy), groups);
        long combinations = 0;
        for (Pattern pattern : patterns) {
            combinations += search.search(pattern);
            if (search.wasCut()) {
                truncated.add("pattern: the search for " + pattern.name() + " ended after too many combinations");
            }
        }
        return new Detection(groups.list(), combinations, truncated);
    }
}
