// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import dev.foretell.trace.anomaly.Severity;
import java.util.Locale;

/** Which confirmed findings make a session fail. */
public enum FailOn {
    /** Errors whose re-executions did visible harm: a data race by itself does not count. */
    HARM(Severity.ERROR),
    ERROR(Severity.ERROR),
    WARNING(Severity.WARNING),
    NOTE(Severity.NOTE);

    private final Severity atLeast;

    FailOn(Severity atLeast) {
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
