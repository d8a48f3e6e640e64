// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import java.util.Locale;

/** Which confirmed findings make a session fail. */
public enum FailOn {
    /** Errors whose re-executions did visible harm: a data race by itself does not count. */
    HARM(SeverityRules.ERROR),
    ERROR(SeverityRules.ERROR),
    WARNING(SeverityRules.WARNING),
    NOTE(SeverityRules.NOTE);

    private final SeverityRules atLeast;

    FailOn(SeverityRules atLeast) {
        this.atLeast = atLeast;
    }

    /** As people type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean counts(Finding finding) {
        return finding.fails(atLeast) && (this != HARM || finding.harm().seen());
    }
}
