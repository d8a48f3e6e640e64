/**
 * Deadlocks over monitors: a circle of threads, each about to take a lock that the next one holds. See
 * docs/analyses/deadlock.md.
 */
package dev.foretell.analysis.deadlock;
