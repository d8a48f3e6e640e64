// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import java.util.List;

/**
 * The result of the analysis of one trace.
 *
 * @param predictions unique by the set of source locations and the variable's name, best first
 * @param candidates how many event combinations were found, before merging
 * @param truncated what was not analysed because a limit was reached, a sentence each
 */
public record AnalysisResult(List<Prediction> predictions, long candidates, List<String> truncated) {
    public AnalysisResult {
        predictions = List.copyOf(predictions);
        truncated = List.copyOf(truncated);
    }
}
