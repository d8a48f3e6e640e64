/**
 * Programs with data races that practically never show in an ordinary run.
 *
 * <p>The verdict is in the source. {@code // race: LABEL} marks the two lines (or the one line, when both threads run
 * the same) of a race that must be confirmed; the label starts with the variable's name, and what follows a {@code #}
 * only distinguishes several races on it. A bare {@code // race} marks a line that takes part in races which other
 * recordings or stronger predictions may find: allowed, not demanded. {@code // harm: LABEL KIND TEXT} names what the
 * race leads to; the text, when there is one, is part of the report's detail. Anything reported elsewhere is wrong.
 * {@code // java: 21} on a line of its own keeps a program from older versions.
 */
package dev.foretell.it.fail.race;
