// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.analysis.AnalysisResult;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.Candidate;
import dev.foretell.analysis.Clips;
import dev.foretell.analysis.Detectors;
import dev.foretell.analysis.Prediction;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How fast one trace is analysed, the best of a few rounds: the paper's two times.
 *
 * @param analysisMillis everything from the trace to the verdicts, all detectors
 * @param transformMillis finding the schedule once more and writing its clip, for one prediction on average
 */
record Speed(double analysisMillis, double transformMillis) {
    private static final int ROUNDS = 5;

    static Speed of(Trace trace) {
        Set<String> detectors = Set.copyOf(Detectors.ids());
        double search = Double.POSITIVE_INFINITY;
        double each = Double.NaN;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            AnalysisResult result = new Analyzer(detectors).analyze(trace);
            search = Math.min(search, (System.nanoTime() - begin) / 1e6);
            begin = System.nanoTime();
            WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
            Clips clips = new Clips(trace, List.of(), Map.of());
            int written = 0;
            for (Prediction prediction : result.predictions()) {
                if (prediction.verdict() == Prediction.Verdict.WITNESSED) {
                    Candidate candidate = prediction.candidate();
                    builder.find(Goal.of(
                            candidate.shape(),
                            candidate.events().stream()
                                    .mapToInt(Integer::intValue)
                                    .toArray()));
                    clips.of(prediction);
                    written++;
                }
            }
            double transform = (System.nanoTime() - begin) / 1e6 / written;
            each = written == 0 ? Double.NaN : round == 0 ? transform : Math.min(each, transform);
        }
        return new Speed(search, each);
    }
}
