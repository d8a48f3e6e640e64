// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

/** What is re-executed once more after a re-execution has created the anomaly, and what that is to show. */
public enum Retry {
    /** The same schedule, after which the two threads continue in the other order, which may do more harm. */
    OTHER_ORDER,
    /** The same schedule, as long as it has done no harm. */
    WHILE_HARMLESS,
    /**
     * The same schedule, when it has done harm: the anomaly is no bug by itself and is judged by its harm only, so the
     * harm must be reproducible.
     */
    TO_REPEAT_HARM,
    /** Nothing: the anomaly is its own harm. */
    NEVER
}
