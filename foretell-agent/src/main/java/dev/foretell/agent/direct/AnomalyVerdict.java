// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * Whether an anomaly was created.
 *
 * @param sentence what was created, or why nothing was
 */
record AnomalyVerdict(boolean isCreated, String sentence) {}
