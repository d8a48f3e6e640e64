/**
 * What one thread does comes before what it had come after: a notify before the wait that it ended, the limit of a
 * wait, or an interrupt, before the notify, a critical section before another one on the same lock. Such orders are
 * mostly allowed, so they count by what comes of them.
 */
package dev.foretell.analysis.order;
