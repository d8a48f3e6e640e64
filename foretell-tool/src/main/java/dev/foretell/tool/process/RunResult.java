// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

/**
 * How a run ended.
 *
 * @param exit exit code of the program; not its own when it was ended by force
 * @param end what ended it
 * @param seconds wall time
 * @param output a fingerprint of the lines of standard output, see {@link Capture#fingerprint()}
 */
public record RunResult(int exit, End end, double seconds, String output) {
    /** What ended a run. */
    public enum End {
        /** The program itself. */
        ITSELF,
        /** The watchdog. */
        TIMEOUT,
        /** The tool, because the run had shown what it was made for. */
        ENOUGH,
        /** An interrupt by the user. */
        INTERRUPTED,
        /** The end of the session's time; no evidence about the program. */
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
