/**
 * From events that would be an anomaly to a schedule that brings them together, or the reason why there is none.
 *
 * <p>The one question is: can these events, of different threads, all be next at the same time?
 * {@link dev.foretell.analysis.witness.WitnessBuilder} answers it in two steps: the set of events that must have
 * happened (Closure), and an order for them, cheapest way first (recorded order, PECAN's block move, a solver). It may
 * be as clever as it likes, because {@link dev.foretell.analysis.witness.WitnessChecker}, which shares no code with it,
 * has the last word on every schedule.
 */
package dev.foretell.analysis.witness;
