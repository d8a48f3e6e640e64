// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.NamedPattern;
import dev.foretell.trace.anomaly.Severity;

/** How severe a finding is: by its kind as long as no harm was seen, then by the harm. */
public final class SeverityRules {
    private SeverityRules() {}

    /**
     * A kind that is judged by its harm only is often of no importance, and then neither is another result.
     *
     * @param pattern of the anomaly, which may have facts of its own
     * @param composed whether the anomaly is about steps that are not declared to be one: then it is no bug by itself,
     *     and another result is no proof of one either
     */
    public static Severity of(AnomalyKind kind, String pattern, Harm.Kind harm, boolean composed) {
        if (harm == Harm.Kind.NONE) {
            return composed ? Severity.NOTE : kind.severity();
        }
        NamedPattern named = kind.pattern(pattern);
        if (harm.isResult() && named != null && named.onResult() != null) {
            return named.onResult();
        }
        if (harm.isResult() && composed) {
            return kind.isJudgedByHarm() ? Severity.NOTE : Severity.WARNING;
        }
        if (named == null) {
            return Severity.ERROR;
        }
        return harm == Harm.Kind.EXIT ? named.atMost().atMost(named.onExit()) : named.atMost();
    }
}
