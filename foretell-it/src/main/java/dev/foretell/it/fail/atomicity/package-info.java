/**
 * Programs without a data race that are wrong all the same: another thread can interleave the steps of one. An ordinary
 * run practically never shows it.
 *
 * <p>{@code // atomicity: LABEL} marks the two or three lines of a violation that must be confirmed; the label starts
 * with the variable's name, and what follows a {@code #} only distinguishes several of them. A bare {@code //
 * atomicity} marks a line that may take part in others. {@code // harm: LABEL KIND TEXT} names the harm that must
 * follow.
 */
package dev.foretell.it.fail.atomicity;
