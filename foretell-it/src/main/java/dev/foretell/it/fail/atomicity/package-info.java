/**
 * Programs without a data race that are wrong all the same: what one thread does in several steps, another one can come
 * between. Their ordinary run is a lucky one.
 *
 * <p>{@code // atomicity: LABEL} marks the two or three lines of a violation that must be confirmed; the label starts
 * with the variable's name, and what follows a {@code #} only tells several of them apart. A bare {@code // atomicity}
 * marks a line that may take part in others. {@code // harm: LABEL KIND TEXT} says what must come of it.
 */
package dev.foretell.it.fail.atomicity;
