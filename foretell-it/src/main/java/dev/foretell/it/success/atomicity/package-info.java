/** Twins of the programs in {@code fail.atomicity}: the same steps, which no other thread can interleave. */
package dev.foretell.it.success.atomicity;
