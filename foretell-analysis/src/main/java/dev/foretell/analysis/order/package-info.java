/**
 * Order violations, on the common model of a trace.
 *
 * <p>BIPED (Chang, Zhang, Lei, Zhao): a read before the write that it is expected to see, or after a write that is
 * expected to come later. The bottom layer is {@link dev.foretell.analysis.order.UsageTable}, the upper layer
 * {@link dev.foretell.analysis.order.CommunicationTree}.
 *
 * <p>Synchronisation in another order: a notify before the wait that it ended, the time-out or an interrupt of a wait
 * before its notify, two critical sections of one lock swapped. Most programs allow these orders, so they are judged by
 * the harm that follows. docs/analyses/order.md is for users.
 */
package dev.foretell.analysis.order;
