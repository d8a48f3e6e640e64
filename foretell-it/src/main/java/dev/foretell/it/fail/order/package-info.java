/**
 * Programs that count on an order that nothing but luck gives them, although every access is guarded: a variable is set
 * before it is read, a wait begins before it is notified, one section of a lock comes before another. {@code // order:
 * LABEL} marks the two places, or all three where an interrupt comes before a notify; the label is the variable, or the
 * class of the lock. Other orders that end in the very same are the same bug.
 */
package dev.foretell.it.fail.order;
