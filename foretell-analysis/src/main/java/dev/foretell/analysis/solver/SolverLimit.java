// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

/**
 * When the search gives up. Conflicts give the same result on every machine; nanoseconds bound the waiting time. Either
 * may be {@link Long#MAX_VALUE}.
 */
public record SolverLimit(long conflicts, long nanos) {
    /** No limit. */
    public static final SolverLimit NONE = new SolverLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    public static SolverLimit conflicts(long conflicts) {
        return new SolverLimit(conflicts, Long.MAX_VALUE);
    }
}
