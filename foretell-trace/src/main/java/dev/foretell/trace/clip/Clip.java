package dev.foretell.trace.clip;

import java.util.List;
import java.util.Map;

/**
 * A schedule with its purpose.
 *
 * @param kind {@code race}, {@code deadlock}, or {@code schedule} for one without an anomaly
 * @param title one line for people
 * @param command the command it belongs to, program first
 * @param classes checksum of each class the points refer to, to notice that the program has changed
 * @param threads creation path to thread name, for people
 * @param steps the forced stretches, in order
 * @param anomaly the points at which threads must stand at the same time; empty for a plain schedule. After the last
 *     step each of these threads stands, or is led, right before its point.
 * @param order the order in which the held threads go on, as indices into {@code anomaly}
 */
public record Clip(
        String kind,
        String title,
        List<String> command,
        Map<String, String> classes,
        Map<String, String> threads,
        List<ClipStep> steps,
        List<ClipPoint> anomaly,
        List<Integer> order) {}
