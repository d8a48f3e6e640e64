/**
 * Data races: conflicting plain accesses of two threads with no common lock and no order between them, PECAN's hybrid
 * model (section 4.2). See docs/analyses/race.md.
 */
package dev.foretell.analysis.race;
