/** The programs of {@code fail.order} done right, and orders that do not matter. */
package dev.foretell.it.success.order;
