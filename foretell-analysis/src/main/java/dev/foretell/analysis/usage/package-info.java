/**
 * Order violations: a read that comes before the write it was meant to see, or after one that was meant to come later.
 * BIPED (Chang, Zhang, Lei, Zhao) on the common model: the bottom layer is
 * {@link dev.foretell.analysis.usage.UsageTable}, the upper layer
 * {@link dev.foretell.analysis.usage.CommunicationTree}. docs/analyses/order.md is for users.
 */
package dev.foretell.analysis.usage;
