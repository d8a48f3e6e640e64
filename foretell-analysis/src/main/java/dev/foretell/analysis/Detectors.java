package dev.foretell.analysis;

import dev.foretell.analysis.deadlock.DeadlockDetector;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.race.RaceDetector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The registry: every detector has one line here, a page in docs/analyses, a subject and a test. */
public final class Detectors {
    private static final Map<String, Supplier<Detector>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("race", RaceDetector::new);
        ALL.put("deadlock", DeadlockDetector::new);
    }

    private Detectors() {}

    /** The ids, in the order in which they run. */
    public static List<String> ids() {
        return List.copyOf(ALL.keySet());
    }

    static Detector create(String id) {
        return ALL.get(id).get();
    }
}
