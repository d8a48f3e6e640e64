// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.anomaly.AnomalyKind;
import java.util.List;
import java.util.Map;

/**
 * A schedule with its purpose.
 *
 * @param kind what it creates; {@link AnomalyKind#FAILURE} for a schedule after which the program fails,
 *     {@link AnomalyKind#SCHEDULE} for one without a purpose
 * @param title one line for people
 * @param program what it was made for
 * @param steps the forced stretches, in order
 * @param events those of the anomaly; none for a failure or a plain schedule
 * @param expected how the program fails, for a failure; null when that is not known
 */
public record Clip(
        AnomalyKind kind,
        String title,
        Program program,
        List<ClipStep> steps,
        Events events,
        ExpectedFailure expected) {
    /** A clip that creates an anomaly, or just a schedule. */
    public Clip(AnomalyKind kind, String title, Program program, List<ClipStep> steps, Events events) {
        this(kind, title, program, steps, events, null);
    }

    /** The steps of a clip as one of a failure; {@code expected} is null when it is not known. */
    public static Clip failure(String title, Clip way, List<ClipStep> steps, ExpectedFailure expected) {
        return new Clip(AnomalyKind.FAILURE, title, way.program, steps, Events.NONE, expected);
    }

    /** The clip with another order in which its threads continue after the anomaly. */
    public Clip goingOn(List<Integer> order, boolean firstGoesOn) {
        return new Clip(
                kind, title, program, steps, new Events(events.points, events.shape, order, firstGoesOn), expected);
    }

    public List<String> command() {
        return program.command;
    }

    public Map<String, String> classes() {
        return program.classes;
    }

    public Map<String, String> threads() {
        return program.threads;
    }

    public List<ClipPoint> anomaly() {
        return events.points;
    }

    public AnomalyShape shape() {
        return events.shape;
    }

    public List<Integer> order() {
        return events.order;
    }

    public boolean firstGoesOn() {
        return events.firstGoesOn;
    }

    /**
     * The program a clip belongs to.
     *
     * @param command its command, program first
     * @param classes checksum of each class the points refer to, to detect that the program has changed
     * @param threads creation path to thread name, for people
     */
    public record Program(List<String> command, Map<String, String> classes, Map<String, String> threads) {
        /** Not known. */
        public static final Program NONE = new Program(List.of(), Map.of(), Map.of());
    }

    /**
     * The events of the anomaly.
     *
     * @param points by the shape either the points right before which threads are held at the same time, after the last
     *     step, or the events that happen in this order, the last one being next after the last step
     * @param shape how the events are arranged, and which are on one variable or in one region
     * @param order the order in which held threads pass their events, as indices into {@code points}
     * @param firstGoesOn which thread runs alone first: false for the one whose event is passed last, when all are
     *     passed; true for those that pass theirs before, each to the end of its turn before the next event is passed
     */
    public record Events(List<ClipPoint> points, AnomalyShape shape, List<Integer> order, boolean firstGoesOn) {
        /** No anomaly. */
        public static final Events NONE = new Events(List.of(), AnomalyShape.NONE, List.of(), false);

        /** Events whose shape follows from their kind: all at once, or a cycle of locks. */
        public static Events of(AnomalyKind kind, List<ClipPoint> points, List<Integer> order) {
            return new Events(points, AnomalyShape.of(kind, points.size()), order, false);
        }

        /** Events that happen one after the other. */
        public static Events inOrder(List<ClipPoint> points, AnomalyShape shape) {
            return new Events(points, shape, List.of(), false);
        }
    }
}
