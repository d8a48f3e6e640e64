// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

/** Adds constraints only when a would-be solution violates them, so that most never have to be written down. */
@FunctionalInterface
public interface Refiner {
    /**
     * Looks at an order that keeps all constraints so far and adds, by {@link OrderSolver#choice} or
     * {@link OrderSolver#clause}, some that it violates.
     *
     * @param order the nodes, first to last
     * @return whether it added any; false accepts the order
     */
    boolean refine(int[] order);
}
