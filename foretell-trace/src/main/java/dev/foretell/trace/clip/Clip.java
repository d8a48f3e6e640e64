// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import java.util.List;
import java.util.Map;

/**
 * A schedule with its purpose.
 *
 * @param kind {@code race}, {@code deadlock}, {@code atomicity}, {@code asv}, {@code order}, {@code pattern}; without
 *     an anomaly {@code failure} for a schedule after which the program fails, or {@code schedule}
 * @param title one line for people
 * @param command the command it belongs to, program first
 * @param classes checksum of each class the points refer to, to notice that the program has changed
 * @param threads creation path to thread name, for people
 * @param steps the forced stretches, in order
 * @param anomaly the events of the anomaly; empty for a plain schedule. By its shape they are either the points at
 *     which threads must stand at the same time (after the last step each of these threads stands, or is led, right
 *     before its point), or the events that must happen in this order, the last one being next after the last step.
 * @param order the order in which held threads go on, as indices into {@code anomaly}
 * @param shape how the events of the anomaly stand to each other
 * @param firstGoesOn who goes on alone first: false for the thread whose event is passed last, when all are passed;
 *     true for those that pass theirs before, each to the end of its turn before the next event is passed
 * @param expected how the program fails, for the kind {@code failure}; null when that is not known
 */
public record Clip(
        String kind,
        String title,
        List<String> command,
        Map<String, String> classes,
        Map<String, String> threads,
        List<ClipStep> steps,
        List<ClipPoint> anomaly,
        List<Integer> order,
        AnomalyShape shape,
        boolean firstGoesOn,
        ExpectedFailure expected) {
    /** A clip that does not say how the program fails. */
    public Clip(
            String kind,
            String title,
            List<String> command,
            Map<String, String> classes,
            Map<String, String> threads,
            List<ClipStep> steps,
            List<ClipPoint> anomaly,
            List<Integer> order,
            AnomalyShape shape,
            boolean firstGoesOn) {
        this(kind, title, command, classes, threads, steps, anomaly, order, shape, firstGoesOn, null);
    }

    /** A clip in which the thread that passes its event last goes on first. */
    public Clip(
            String kind,
            String title,
            List<String> command,
            Map<String, String> classes,
            Map<String, String> threads,
            List<ClipStep> steps,
            List<ClipPoint> anomaly,
            List<Integer> order,
            AnomalyShape shape) {
        this(kind, title, command, classes, threads, steps, anomaly, order, shape, false);
    }

    /** A clip whose kind says all about its shape: race, deadlock or schedule. */
    public Clip(
            String kind,
            String title,
            List<String> command,
            Map<String, String> classes,
            Map<String, String> threads,
            List<ClipStep> steps,
            List<ClipPoint> anomaly,
            List<Integer> order) {
        this(kind, title, command, classes, threads, steps, anomaly, order, AnomalyShape.of(kind, anomaly.size()));
    }

    /** The steps of a clip as a clip of kind {@code failure}; {@code expected} is null when it is not known. */
    public static Clip failure(String title, Clip way, List<ClipStep> steps, ExpectedFailure expected) {
        return new Clip(
                "failure",
                title,
                way.command(),
                way.classes(),
                way.threads(),
                steps,
                List.of(),
                List.of(),
                AnomalyShape.NONE,
                false,
                expected);
    }
}
