// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How bad a finding is, worst first. Only confirmed findings count for the exit code. */
public enum SeverityRules {
    ERROR,
    WARNING,
    NOTE;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean atLeast(SeverityRules other) {
        return compareTo(other) <= 0;
    }

    /**
     * A race on plain data, a deadlock, a violated property and a failed run are errors by themselves; anything else is
     * as bad as what was seen to come of it. Which of two steps comes first is often nobody's business, and then
     * neither is another output.
     *
     * @param composed whether the anomaly is about steps that nobody declared to be one: then it is no bug by itself,
     *     and another output is no proof of one either
     */
    public static SeverityRules of(String kind, Harm.Kind harm, boolean composed) {
        if (kind.equals("order") && composed && (harm.isResult() || harm == Harm.Kind.NONE)) {
            return NOTE;
        }
        if (composed && (harm.isResult() || harm == Harm.Kind.NONE)) {
            return harm == Harm.Kind.NONE ? NOTE : WARNING;
        }
        if (harm != Harm.Kind.NONE) {
            return ERROR;
        }
        return switch (kind) {
            case "race", "deadlock", "property", "failure" -> ERROR;
            case "atomicity", "asv", "pattern" -> WARNING;
            default -> NOTE;
        };
    }
}
