// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

/** Adds constraints lazily, when a candidate solution violates them, so that most are never added. */
@FunctionalInterface
public interface Refiner {
    /**
     * Checks an order that satisfies all constraints so far and adds, by {@link OrderSolver#choice} or
     * {@link OrderSolver#clause}, some that it violates.
     *
     * @param order the nodes, first to last
     * @return whether it added any; false accepts the order
     */
    boolean refine(int[] order);
}
