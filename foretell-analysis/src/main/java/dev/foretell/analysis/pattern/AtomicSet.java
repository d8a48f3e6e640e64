// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.util.Set;

/**
 * Variables that the user says belong together.
 *
 * @param name what the user calls the set
 * @param variables their names as in a report: {@code Range.low}; {@code com.acme.Range.low} means the same
 */
public record AtomicSet(String name, Set<String> variables) {
    public AtomicSet {
        variables = Set.copyOf(variables);
    }
}
