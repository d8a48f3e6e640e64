/**
 * From candidate events to a witness, a schedule in which they are an anomaly, or the reason why there is none.
 *
 * <p>{@link dev.foretell.analysis.witness.WitnessBuilder} decides whether a {@link dev.foretell.analysis.witness.Goal}
 * is feasible in two steps: the trace ideal that must have happened (Closure), and an order for it, cheapest first
 * (recorded order, PECAN's block move, a solver). {@link dev.foretell.analysis.witness.WitnessChecker}, which shares no
 * code with it, checks every schedule.
 */
package dev.foretell.analysis.witness;
