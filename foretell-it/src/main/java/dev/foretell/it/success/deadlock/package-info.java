/** Twins of the programs in {@code fail.deadlock}: circles that a gate or an order makes impossible. */
package dev.foretell.it.success.deadlock;
