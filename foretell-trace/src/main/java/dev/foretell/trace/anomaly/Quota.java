// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

/**
 * How many predictions of low priority are tried in a session. Kinds with equal quotas share one.
 *
 * @param what the predictions, in a sentence about those that are left out
 * @param guesses how many schedules without a witness are tried, the likeliest first: each costs a re-execution
 * @param notes how many predictions are re-executed that are only notes unless they do harm
 */
public record Quota(String what, int guesses, int notes) {
    /** For kinds that are a bug by themselves. */
    public static final Quota ANOMALIES = new Quota("interruptions between atomic regions", 40, 40);
    /** For kinds that are judged by their harm: a quota of their own, so that they do not displace the others. */
    public static final Quota ORDERS = new Quota("orders", 20, 40);
}
