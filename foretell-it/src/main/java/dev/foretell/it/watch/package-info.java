/** Programs for {@code foretell watch}: they race in the open, again and again. */
package dev.foretell.it.watch;
