/**
 * Programs in which several variables belong together and can be seen, or left, as they never should be, although each
 * of them is well protected. {@code // asv: LABEL} marks the lines as {@code // atomicity: LABEL} does; the label names
 * the two variables with a plus sign between.
 */
package dev.foretell.it.fail.asv;
