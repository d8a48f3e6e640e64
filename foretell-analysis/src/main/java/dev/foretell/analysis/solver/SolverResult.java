// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

/** The result of a search for an order. */
public enum SolverResult {
    /** There is an order. */
    FOUND,
    /** It is proved that there is none. */
    NONE,
    /** The limit ended the search. */
    UNDECIDED
}
