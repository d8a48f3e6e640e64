/**
 * Deadlocks over locks: a cycle of threads, each about to acquire a lock that the next one holds. See
 * docs/analyses/deadlock.md.
 */
package dev.foretell.analysis.deadlock;
