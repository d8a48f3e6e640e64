/**
 * What follows when critical sections keep their recorded order. {@link dev.foretell.analysis.sync.Clocks} are the
 * vector clocks of one pass over a trace; {@link dev.foretell.analysis.sync.SyncPreserving} answers whether given
 * events can be next together. See docs/design/06-race-engines.md.
 */
package dev.foretell.analysis.sync;
