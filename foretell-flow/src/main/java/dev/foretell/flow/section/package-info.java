/**
 * Atomic sections from the code: AtomRace's section 4 (patterns and access-interleaving invariants) and its section 5.1
 * (may a lock be held over a section). What is inferred are candidates: the code looks as if it were meant to be
 * atomic.
 */
package dev.foretell.flow.section;
