/**
 * Programs that rely on an order that nothing enforces, although every access is protected: a variable is set before it
 * is read, a wait begins before it is notified, one section of a lock comes before another. {@code // order: LABEL}
 * marks the two places, or all three where an interrupt comes before a notify; the label is the variable, or the class
 * of the lock. Other orders that end in the very same are the same bug.
 */
package dev.foretell.it.fail.order;
