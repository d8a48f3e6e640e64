// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.util.Set;

/**
 * An atomic set that the user declares: variables with a consistency property.
 *
 * @param name the user's name of the set
 * @param variables their names as in a report: {@code Range.low}; {@code com.acme.Range.low} means the same
 */
public record AtomicSet(String name, Set<String> variables) {
    public AtomicSet {
        variables = Set.copyOf(variables);
    }
}
