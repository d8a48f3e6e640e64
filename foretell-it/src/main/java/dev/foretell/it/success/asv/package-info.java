/** Twins of the programs in {@code fail.asv}: what belongs together is seen and left together. */
package dev.foretell.it.success.asv;
