/**
 * Atomicity violations on one variable: an access of another thread between two accesses that belong together (PECAN
 * section 3; Algorithm 2 in section 5.2). See docs/analyses/atomicity.md.
 */
package dev.foretell.analysis.atomicity;
