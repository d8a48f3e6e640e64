/** The same programs as in {@code fail.order}, with something that keeps the order, or that can do without. */
package dev.foretell.it.success.order;
