// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.analysis.model.TraceModel;

/**
 * Finds events that would be an anomaly in another order. It over-approximates, and is fast; the witness builder
 * decides feasibility.
 */
public interface Detector {
    Detection detect(TraceModel model);
}
