package dev.foretell.analysis;

import dev.foretell.trace.clip.Shape;
import java.util.List;

/**
 * Events that would be an anomaly if they could come together as their detector imagines.
 *
 * @param detector the id of the detector that found it, see {@link Detectors}
 * @param events the events concerned, as indices of the trace, in the order of the pattern
 * @param pattern the kinds of access in that order: {@code r-w}, {@code w-w}, {@code lock-lock}
 * @param shape how the events stand to each other
 */
public record Candidate(String detector, List<Integer> events, String pattern, Shape shape) {
    public Candidate {
        events = List.copyOf(events);
    }
}
