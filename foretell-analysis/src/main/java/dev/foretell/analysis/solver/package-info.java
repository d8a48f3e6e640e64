/**
 * Is there an order of these events that keeps all of these constraints? A small SAT solver whose variables are choices
 * between orders, pure Java.
 *
 * <p>Three layers, each of which knows only the one before: {@code SatSolver} is a conflict-driven solver for clauses;
 * {@code OrderTheory} keeps the partial order that its true literals make, tells it what follows and why;
 * {@link dev.foretell.analysis.solver.OrderSolver} puts the two together and is not about traces.
 * {@link dev.foretell.analysis.solver.CorrectReordering} says in its terms what a correct reordering of a trace is.
 */
package dev.foretell.analysis.solver;
