// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

/**
 * How a run ended.
 *
 * @param exit exit code of the program; not its own when it was ended by force
 * @param end who ended it
 * @param seconds wall time
 * @param output sums up the lines of standard output, see {@link Capture#fingerprint()}
 */
public record RunResult(int exit, End end, double seconds, String output) {
    /** Who ended a run. */
    public enum End {
        /** The program itself. */
        ITSELF,
        /** The watchdog. */
        TIMEOUT,
        /** It had shown what it was made for. */
        ENOUGH,
        /** The user wants to stop. */
        INTERRUPTED,
        /** The session's time is over; says nothing about the program. */
        OUT_OF_TIME
    }

    /** The same run, ended by another. */
    public RunResult endedBy(End by) {
        return new RunResult(exit, by, seconds, output);
    }

    public boolean ended(End by) {
        return end == by;
    }
}
