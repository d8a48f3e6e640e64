/**
 * The trace with the indices that every analysis uses: events by thread, dependencies, locksets, regions, and a partial
 * order. Columns of primitives, built once per trace in a few passes; an event stays its index in the trace. A region
 * ({@link dev.foretell.analysis.model.Regions}) is an execution of code that must be atomic as a whole: a critical
 * section, an atomic method; a {@code trace.section.AtomicSection} is AtomRace's pair of entry and end points in the
 * code, about one variable.
 */
package dev.foretell.analysis.model;
