// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

/**
 * A feasible reordering of a prefix of the trace that leads to an anomaly.
 *
 * @param schedule the events to be executed, in this order
 * @param anomaly the events that are all next in their threads after that, and so can happen together
 * @param by the id of the builder that found it
 */
public record Witness(int[] schedule, int[] anomaly, String by) {}
