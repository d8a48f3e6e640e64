// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** The phase of a directed run. */
enum ReplayPhase {
    /** The schedule is followed. */
    SCHEDULE,
    /** The anomaly was created; its threads run one at a time. */
    AFTERMATH,
    /** All threads run free. */
    FREE
}
