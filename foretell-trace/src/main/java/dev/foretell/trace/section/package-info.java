/**
 * Atomic sections: stretches of code between two accesses to a variable during which other threads should not access
 * that variable. Users write them, static analysis infers them, the watcher in the agent checks them. Not to be
 * confused with an atomic region ({@code REGION_BEGIN}, {@code analysis.model.Regions}): an execution of a critical
 * section or an atomic method as a whole, whatever it accesses. The form of the file is described in
 * {@code docs/sections.md}; the definition is AtomRace's (sections 3.2 and 4).
 */
package dev.foretell.trace.section;
