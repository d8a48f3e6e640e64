// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.detect.Detector;
import dev.foretell.trace.anomaly.AnomalyKind;

/**
 * A detector and the kind of anomaly it finds. Those outside Foretell are found by {@link java.util.ServiceLoader}: a
 * class with a public constructor without parameters, named in
 * {@code META-INF/services/dev.foretell.analysis.DetectorProvider} on the tool's class path.
 */
public interface DetectorProvider {
    /** Its id is what users write after {@code --detect}; no other detector has it. */
    AnomalyKind kind();

    Detector create(AnalysisOptions options);

    /** Whether it runs when the user names no detectors. */
    default boolean runsByDefault() {
        return true;
    }
}
