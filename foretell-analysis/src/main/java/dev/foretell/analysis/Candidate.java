package dev.foretell.analysis;

import java.util.List;

/**
 * Events that would be an anomaly if they could come together as their detector imagines.
 *
 * @param detector the id of the detector that found it, see {@link Detectors}
 * @param events the events concerned, as indices of the trace, in the order of the pattern
 * @param pattern the kinds of access in that order: {@code r-w}, {@code w-w}, {@code lock-lock}
 */
public record Candidate(String detector, List<Integer> events, String pattern) {
    public Candidate {
        events = List.copyOf(events);
    }
}
