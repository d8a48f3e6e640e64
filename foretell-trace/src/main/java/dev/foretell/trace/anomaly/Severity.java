// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

import java.util.Locale;

/** How bad a finding is, worst first. Only confirmed findings count for the exit code. */
public enum Severity {
    ERROR,
    WARNING,
    NOTE;

    /** As reports write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean atLeast(Severity other) {
        return compareTo(other) <= 0;
    }

    /** The less severe of two. */
    public Severity atMost(Severity other) {
        return compareTo(other) < 0 ? other : this;
    }
}
