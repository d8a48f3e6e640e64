// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import java.util.List;

/**
 * What the analysis of one trace has to say.
 *
 * @param predictions unique by the set of source locations and the variable's name, best first
 * @param candidates how many event combinations were looked at, before merging
 * @param truncated what was not looked at because a limit was reached, a sentence each
 */
public record AnalysisResult(List<Prediction> predictions, long candidates, List<String> truncated) {
    public AnalysisResult {
        predictions = List.copyOf(predictions);
        truncated = List.copyOf(truncated);
    }
}
