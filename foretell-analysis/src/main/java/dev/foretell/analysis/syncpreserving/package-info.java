/**
 * Orders and correct reorderings in which critical sections keep their recorded order.
 * {@link dev.foretell.analysis.syncpreserving.VectorClocks} are the vector clocks of one pass over a trace;
 * {@link dev.foretell.analysis.syncpreserving.SyncPreserving} decides whether given events can be enabled together. See
 * docs/design/06-race-engines.md.
 */
package dev.foretell.analysis.syncpreserving;
