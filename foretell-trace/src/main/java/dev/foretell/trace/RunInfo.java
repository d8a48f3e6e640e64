// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known about a run besides its events.
 *
 * @param recordedEvents events that happened, including those on data that only one thread touched and those on data
 *     that nobody wrote, which the trace leaves out
 * @param recordedAccesses how many of these were reads and writes
 * @param instrumented classes instrumented
 * @param skipped classes left alone on purpose (the JDK's own are not counted)
 * @param failed classes that could not be instrumented, each with the reason
 * @param partial methods left whole because they would have become too large, or similar, each with the reason
 * @param uncaught exceptions that left a thread and that no handler of the program took, so that the JVM printed them,
 *     {@code thread: exception at place}
 * @param complete whether the trace has the run's end; false when the program was killed
 * @param guessed accesses of different threads to the same variable that came too close together for their order to be
 *     known; the trace has them in one of the possible orders
 * @param warnings anything else a person should know, a sentence each
 * @param unmodelled library methods that may block or hand something over and that no model speaks of, each with the
 *     first place that calls it; and classes of the library without a model, of which several threads used one object
 * @param handled exceptions that left a thread and that a handler of the program took, which is no failure by itself
 */
public record RunInfo(
        long recordedEvents,
        long recordedAccesses,
        int instrumented,
        int skipped,
        List<String> failed,
        List<String> partial,
        List<String> uncaught,
        boolean complete,
        long guessed,
        List<String> warnings,
        List<String> unmodelled,
        List<String> handled) {
    public static final RunInfo NONE = new RunInfo(0, 0, 0, 0, List.of(), List.of(), List.of(), true, 0, List.of());

    public RunInfo {
        failed = List.copyOf(failed);
        partial = List.copyOf(partial);
        uncaught = List.copyOf(uncaught);
        warnings = List.copyOf(warnings);
        unmodelled = List.copyOf(unmodelled);
        handled = List.copyOf(handled);
    }

    /** Without calls that no model speaks of. */
    public RunInfo(
            long recordedEvents,
            long recordedAccesses,
            int instrumented,
            int skipped,
            List<String> failed,
            List<String> partial,
            List<String> uncaught,
            boolean complete,
            long guessed,
            List<String> warnings) {
        this(
                recordedEvents,
                recordedAccesses,
                instrumented,
                skipped,
                failed,
                partial,
                uncaught,
                complete,
                guessed,
                warnings,
                List.of(),
                List.of());
    }

    /** What left threads and was not printed by the JVM: a handler of the program took it. */
    public static List<String> handled(List<String> left, List<String> uncaught) {
        List<String> handled = new ArrayList<>(left);
        uncaught.forEach(handled::remove);
        return List.copyOf(handled);
    }
}
