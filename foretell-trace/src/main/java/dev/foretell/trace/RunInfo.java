// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known about a run besides its events.
 *
 * @param uncaught exceptions that left a thread and that no handler of the program handled, so that the JVM printed
 *     them, {@code thread: exception at place}
 * @param handled exceptions that left a thread and that a handler of the program handled, which is no failure by itself
 * @param warnings for the user, a sentence each
 * @param unmodelled library methods that may block or hand something over and that no model describes, each with the
 *     first place that calls it; and classes of the library without a model, of which several threads used one object
 */
public record RunInfo(
        Recorded recorded,
        Classes classes,
        List<String> uncaught,
        List<String> handled,
        List<String> warnings,
        List<String> unmodelled) {
    public static final RunInfo NONE = new RunInfo(new Recorded(0, 0, true, 0), List.of());

    /**
     * How much was recorded.
     *
     * @param events that happened, including those on data that only one thread accessed and those on data that no
     *     thread wrote, which the trace leaves out
     * @param accesses how many of these were reads and writes
     * @param complete whether the trace has the run's end; false when the program was killed
     * @param guessed accesses of different threads to the same variable that came too close together for their order to
     *     be known; the trace has them in one of the possible orders
     */
    public record Recorded(long events, long accesses, boolean complete, long guessed) {}

    /**
     * What was instrumented.
     *
     * @param instrumented classes instrumented
     * @param skipped classes not instrumented on purpose (the JDK's own are not counted)
     * @param failed classes that could not be instrumented, each with the reason
     * @param partial methods without probes because they would have become too large, or similar, each with the reason
     */
    public record Classes(int instrumented, int skipped, List<String> failed, List<String> partial) {
        public static final Classes NONE = new Classes(0, 0, List.of(), List.of());

        public Classes {
            failed = List.copyOf(failed);
            partial = List.copyOf(partial);
        }
    }

    public RunInfo {
        uncaught = List.copyOf(uncaught);
        handled = List.copyOf(handled);
        warnings = List.copyOf(warnings);
        unmodelled = List.copyOf(unmodelled);
    }

    /** Of a run of which only the events are known. */
    public RunInfo(Recorded recorded, List<String> warnings) {
        this(recorded, Classes.NONE, List.of(), List.of(), warnings, List.of());
    }

    public long recordedEvents() {
        return recorded.events;
    }

    public long recordedAccesses() {
        return recorded.accesses;
    }

    public boolean complete() {
        return recorded.complete;
    }

    public long guessed() {
        return recorded.guessed;
    }

    /** The exceptions that left threads and were not printed by the JVM: a handler of the program handled them. */
    public static List<String> handled(List<String> left, List<String> uncaught) {
        List<String> handled = new ArrayList<>(left);
        uncaught.forEach(handled::remove);
        return List.copyOf(handled);
    }
}
