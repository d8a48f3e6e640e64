// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.atomicity;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.trace.anomaly.AnomalyKind;

/**
 * The four unserialisable triples on one variable: two accesses of one region, consecutive in their thread, and an
 * access of another thread that can interleave (PECAN's Algorithm 2, for volatiles too). Also over two regions of one
 * thread, when the second acts on what the first one read: check-then-act.
 *
 * <p>Linear in the trace for collecting, n log n in the groups of accesses for comparing; merged by the variable's name
 * and the set of places.
 */
public final class AtomicityDetector implements Detector {
    private final Regions.Policy policy;

    public AtomicityDetector(Regions.Policy policy) {
        this.policy = policy;
    }

    @Override
    public Detection detect(TraceModel model) {
        CandidateGroups groups = new CandidateGroups();
        TripleSearch search = new TripleSearch(
                AnomalyKind.ATOMICITY.id(),
                model,
                new Regions(model, policy),
                PatternFile.builtIn("atomicity.patterns").patterns(),
                true,
                groups);
        long combinations = search.run();
        return new Detection(groups.list(), combinations, search.truncated());
    }
}
