/**
 * Atomicity violations on one variable: an access of another thread interleaves two accesses of an atomic region (PECAN
 * section 3; Algorithm 2 in section 5.2). See docs/analyses/atomicity.md.
 */
package dev.foretell.analysis.atomicity;
