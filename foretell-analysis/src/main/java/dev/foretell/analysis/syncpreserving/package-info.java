/**
 * What follows when critical sections keep their recorded order.
 * {@link dev.foretell.analysis.syncpreserving.VectorClocks} are the vector clocks of one pass over a trace;
 * {@link dev.foretell.analysis.syncpreserving.SyncPreserving} answers whether given events can be next together. See
 * docs/design/06-race-engines.md.
 */
package dev.foretell.analysis.syncpreserving;
