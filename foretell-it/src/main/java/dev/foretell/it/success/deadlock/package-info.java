/** Twins of the programs in {@code fail.deadlock}: lock cycles that a gate lock or an order makes impossible. */
package dev.foretell.it.success.deadlock;
