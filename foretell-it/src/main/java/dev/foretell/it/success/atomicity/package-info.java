/** Twins of the programs in {@code fail.atomicity}: the same steps, and nobody can come between. */
package dev.foretell.it.success.atomicity;
