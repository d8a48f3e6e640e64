/**
 * Programs for {@code foretell watch}: they race in the open, again and again, and some would deadlock if they were
 * healed carelessly.
 */
package dev.foretell.it.watch;
