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
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.EventArrangement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The registry: every detector of Foretell has one line here, a page in docs/analyses, a subject and a test. Others are
 * on the class path, see {@link DetectorProvider}.
 */
public final class Detectors {
    private static final Map<String, DetectorProvider> ALL = new LinkedHashMap<>();

    static {
        add(AnomalyKind.RACE, options -> new RaceDetector());
        add(AnomalyKind.DEADLOCK, options -> new DeadlockDetector());
        add(AnomalyKind.ATOMICITY, options -> new AtomicityDetector(options.regions()));
        add(AnomalyKind.ASV, options -> new AsvDetector(options.regions(), options.atomicSets()));
        add(
                AnomalyKind.ORDER,
                options ->
                        new CompositeDetector(new DefUseOrderDetector(options.earlierRuns()), new SyncOrderDetector()));
        add(AnomalyKind.PATTERN, options -> new PatternDetector(options.patterns(), options.regions()));
        for (DetectorProvider provider :
                ServiceLoader.load(DetectorProvider.class, DetectorProvider.class.getClassLoader())) {
            if (AnomalyKind.own(provider.kind().id()) != null
                    || ALL.put(provider.kind().id(), provider) != null) {
                throw new IllegalStateException("Two detectors have the id " + provider.kind() + ".");
            }
        }
    }

    private Detectors() {}

    private record Own(AnomalyKind kind, Function<AnalysisOptions, Detector> factory) implements DetectorProvider {
        @Override
        public Detector create(AnalysisOptions options) {
            return factory.apply(options);
        }

        /** The user's patterns are in a file. */
        @Override
        public boolean runsByDefault() {
            return !kind.isDeclared();
        }
    }

    private static void add(AnomalyKind kind, Function<AnalysisOptions, Detector> factory) {
        ALL.put(kind.id(), new Own(kind, factory));
    }

    /** The ids, in the order in which they run. */
    public static List<String> ids() {
        return List.copyOf(ALL.keySet());
    }

    /** Those that run when the user names none. */
    public static List<String> defaults() {
        return ALL.values().stream()
                .filter(DetectorProvider::runsByDefault)
                .map(provider -> provider.kind().id())
                .toList();
    }

    /**
     * The kind of this id, of a detector or not; {@link AnomalyKind#foreign} when its detector is not on the class
     * path.
     */
    public static AnomalyKind kind(String id) {
        DetectorProvider provider = ALL.get(id);
        AnomalyKind own = AnomalyKind.own(id);
        return provider != null
                ? provider.kind()
                : own != null ? own : AnomalyKind.foreign(id, EventArrangement.IN_SEQUENCE);
    }

    static DetectorProvider provider(String id) {
        return ALL.get(id);
    }
}
