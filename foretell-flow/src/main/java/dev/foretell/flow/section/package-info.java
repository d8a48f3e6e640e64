/**
 * Infers atomic sections from the code: AtomRace's section 4 (patterns and access-interleaving invariants) and its
 * section 5.1 (whether a lock may be held over a section). Inferred sections are candidates: code that looks as if it
 * were meant to be atomic.
 */
package dev.foretell.flow.section;
