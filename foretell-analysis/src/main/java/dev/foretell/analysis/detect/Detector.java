// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.analysis.model.TraceModel;

/**
 * Finds events that would be an anomaly if they came together. Generous and fast: whether they can is for the witness
 * builder to say.
 */
public interface Detector {
    Detection detect(TraceModel model);
}
