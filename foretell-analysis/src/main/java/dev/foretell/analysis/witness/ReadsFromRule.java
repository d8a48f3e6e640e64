// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

/** Which reads of a schedule must read from the recorded write: rule 4 of the design, or a weaker one. */
public enum ReadsFromRule {
    /** Every read: then each thread takes the same branches, and the schedule is a witness. */
    SAME,
    /** Volatile reads, except those of the goal's chain: a schedule that keeps partial order and locks, as PECAN's. */
    OTHER_PLAIN,
    /** None: what is infeasible under this rule is infeasible whatever the threads read. */
    OTHER
}
