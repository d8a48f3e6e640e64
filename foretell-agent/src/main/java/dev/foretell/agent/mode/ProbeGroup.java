// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.mode;

/**
 * Probes that the instrumenter inserts only when the {@link ProbePlan} has them. Every mode has those before accesses.
 */
public enum ProbeGroup {
    /** After each plain access. */
    ACCESS_END,
    /** Around volatile accesses. */
    VOLATILE,
    /** At monitors, waits, starts and joins of threads, and library calls. */
    LOCK,
    /**
     * Before monitors are entered. Synchronized methods become methods with a synchronized block, so that there is an
     * instruction to insert the probe before. Needs {@link #LOCK}.
     */
    BEFORE_LOCK,
    /** At all else that orders threads: tasks, atomic methods, and inputs from outside the program. */
    ORDER,
    /** Around pauses, calls with a time limit and waits of a pool's workers, for a mode that blocks threads. */
    TIMED_WAIT,
    /** At calls on objects of the JDK that no model describes, to name those that threads share. */
    UNMODELLED_USE
}
