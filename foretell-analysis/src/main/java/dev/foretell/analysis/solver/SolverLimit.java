// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

/**
 * When to give up. Conflicts give the same answer on every machine; nanoseconds keep a promise to whoever waits. Either
 * may be {@link Long#MAX_VALUE}.
 */
public record SolverLimit(long conflicts, long nanos) {
    /** Only the end of the search ends it. */
    public static final SolverLimit NONE = new SolverLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    public static SolverLimit conflicts(long conflicts) {
        return new SolverLimit(conflicts, Long.MAX_VALUE);
    }
}
