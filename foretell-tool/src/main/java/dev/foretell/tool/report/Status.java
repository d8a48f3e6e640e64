// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How sure a finding is, surest first. */
public enum Status {
    /** The program was re-executed and it happened. */
    CONFIRMED,
    /** There is a feasible schedule, but it was not seen to happen; the finding has the reason. */
    PREDICTED,
    /**
     * Infeasible under the recorded reads-from relation; with other values it neither happened in a re-execution nor
     * was it proved infeasible.
     */
    UNDECIDED,
    /** It cannot happen, or its schedule could not be followed although the recorded one could. */
    REFUTED;

    /** Whether it is listed unless the user wants all. */
    public boolean isListed() {
        return switch (this) {
            case CONFIRMED, PREDICTED -> true;
            case UNDECIDED, REFUTED -> false;
        };
    }

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
