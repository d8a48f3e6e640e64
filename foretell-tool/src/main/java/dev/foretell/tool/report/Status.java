package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How sure a finding is, surest first. */
public enum Status {
    /** The program was re-executed and it happened. */
    CONFIRMED,
    /** There is a feasible schedule, but it was not seen to happen; the finding says why. */
    PREDICTED,
    /** It cannot happen, or its schedule could not be followed although the recorded one could. */
    REFUTED;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
