/**
 * The trace with what every analysis asks of it: events by thread, who waits for whom, which locks are held, and a
 * partial order. Columns of primitives, built once per trace in a few passes; an event stays its index in the trace.
 */
package dev.foretell.analysis.model;
