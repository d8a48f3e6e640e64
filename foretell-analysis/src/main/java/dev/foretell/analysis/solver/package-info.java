/**
 * Decides whether there is an order of given events that satisfies given constraints: a small SAT solver in pure Java
 * whose variables are choices between orders.
 *
 * <p>Layers, each of which uses only the one before: {@code SatSolver} is a conflict-driven clause learning solver;
 * {@code OrderTheory} maintains the partial order made by its true literals, and propagates and explains implied
 * literals; {@link dev.foretell.analysis.solver.OrderSolver} combines the two and is independent of traces.
 * {@link dev.foretell.analysis.solver.CorrectReordering} encodes the correct reorderings of a trace.
 */
package dev.foretell.analysis.solver;
