// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/** How far a directed run has come. */
enum ReplayPhase {
    /** The steps of the clip are taken. */
    SCHEDULE,
    /** The anomaly was created; its threads go on one by one. */
    AFTERMATH,
    /** Every thread runs as it likes. */
    FREE
}
