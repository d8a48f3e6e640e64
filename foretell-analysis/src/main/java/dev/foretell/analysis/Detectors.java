// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.asv.AsvDetector;
import dev.foretell.analysis.atomicity.AtomicityDetector;
import dev.foretell.analysis.deadlock.DeadlockDetector;
import dev.foretell.analysis.detect.CompositeDetector;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.order.DefUseOrderDetector;
import dev.foretell.analysis.order.SyncOrderDetector;
import dev.foretell.analysis.pattern.PatternDetector;
import dev.foretell.analysis.race.RaceDetector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The registry: every detector has one line here, a page in docs/analyses, a subject and a test. */
public final class Detectors {
    private static final Map<String, Function<AnalysisOptions, Detector>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("race", options -> new RaceDetector());
        ALL.put("deadlock", options -> new DeadlockDetector());
        ALL.put("atomicity", options -> new AtomicityDetector(options.regions()));
        ALL.put("asv", options -> new AsvDetector(options.regions(), options.atomicSets()));
        ALL.put(
                "order",
                options ->
                        new CompositeDetector(new DefUseOrderDetector(options.earlierRuns()), new SyncOrderDetector()));
        ALL.put("pattern", options -> new PatternDetector(options.patterns(), options.regions()));
    }

    private Detectors() {}

    /** The ids, in the order in which they run. */
    public static List<String> ids() {
        return List.copyOf(ALL.keySet());
    }

    static Detector create(String id, AnalysisOptions options) {
        return ALL.get(id).apply(options);
    }
}
