package dev.foretell.analysis;

import java.util.List;

/** The registry: every detector has one line here, a page in docs/analyses, a subject and a test. */
public final class Detectors {
    private static final List<String> IDS = List.of("race", "deadlock");

    private Detectors() {}

    /** The ids, in the order in which they run. */
    public static List<String> ids() {
        return IDS;
    }
}
