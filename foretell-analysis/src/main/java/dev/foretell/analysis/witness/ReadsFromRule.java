// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

/**
 * Which reads of a schedule must see the write that they saw when recorded: rule 4 of the design, or less than that.
 */
public enum ReadsFromRule {
    /** Every read: then each thread takes the same branches, and the schedule is a witness. */
    SAME,
    /** Volatile reads, except those of the goal's chain: a schedule that keeps order and locks, worth a try. */
    OTHER_PLAIN,
    /** None: what even this forbids is impossible whatever the threads read. */
    OTHER
}
