/**
 * Violations of atomic-set serialisability: two units of work interleave on variables that belong together (Vaziri, Tip
 * and Dolby, POPL 2006; PECAN section 3). See docs/analyses/asv.md.
 */
package dev.foretell.analysis.asv;
