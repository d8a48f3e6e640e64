/**
 * Atomic sections: stretches of code between two accesses to a variable during which other threads should leave that
 * variable alone. People write them, static analysis infers them, the guard in the agent watches over them. The form of
 * the file is described in {@code docs/sections.md}; the notion is AtomRace's (sections 3.2 and 4).
 */
package dev.foretell.trace.section;
