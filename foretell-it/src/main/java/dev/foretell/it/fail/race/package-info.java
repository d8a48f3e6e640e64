/**
 * Programs with data races whose ordinary run is a lucky one: it ends well practically always.
 *
 * <p>The verdict stands in the source. {@code // race: LABEL} marks the two lines (or the one line, when both threads
 * run the same) of a race that must be confirmed; the label starts with the variable's name, and what follows a
 * {@code #} only tells several races on it apart. A bare {@code // race} marks a line that takes part in races which
 * other recordings or stronger predictions may find: allowed, not demanded. {@code // harm: LABEL KIND TEXT} says what
 * the race leads to; the text, when there is one, is part of the report's detail. Anything reported elsewhere is wrong.
 * {@code // java: 21} on a line of its own keeps a program from older versions.
 */
package dev.foretell.it.fail.race;
