// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.outside;

import dev.foretell.analysis.AnalysisOptions;
import dev.foretell.analysis.DetectorProvider;
import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.EventArrangement;
import dev.foretell.trace.anomaly.Severity;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two threads write a variable one after the other, in the other order than recorded: the last write of the recorded
 * run is overwritten. Sound by the witness; looks at pairs of successive writes only. Linear in the events.
 */
public final class ReversedWrites implements DetectorProvider {
    private static final AnomalyShape ONE_THEN_OTHER = AnomalyShape.inOrder(List.of(0, 0), List.of(0, 1));

    @Override
    public AnomalyKind kind() {
        return AnomalyKind.named("reversed")
                .letter("W")
                .title("writes of {variable} in the other order, {0} before {1}")
                .arranged(EventArrangement.IN_SEQUENCE, 2, 2)
                .severity(Severity.NOTE)
                .judgedByHarm()
                .build();
    }

    @Override
    public Detector create(AnalysisOptions options) {
        return ReversedWrites::detect;
    }

    private static Detection detect(TraceModel model) {
        Trace trace = model.trace();
        SourcePlaces places = new SourcePlaces(trace);
        CandidateGroups groups = new CandidateGroups();
        Map<Integer, Integer> lastWrites = new HashMap<>();
        int combinations = 0;
        for (int event = 0; event < trace.size(); event++) {
            if (trace.kind(event).isWrite()) {
                Integer before = lastWrites.put(trace.target(event), event);
                if (before != null && trace.thread(before) != trace.thread(event)) {
                    combinations++;
                    int place = places.of(trace.siteOf(event));
                    int placeBefore = places.of(trace.siteOf(before));
                    groups.of(trace.variableName(trace.target(event)), ONE_THEN_OTHER, "w-w", place, placeBefore)
                            .add(event, before);
                }
            }
        }
        return new Detection(groups.list(), combinations, List.of());
    }
}
