// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool;

/** The exit codes of the user contract; scripts depend on them. */
public final class ExitCode {
    /** Nothing at or above the severity that fails. */
    public static final int CLEAN = 0;
    /** Something at or above it. */
    public static final int FINDINGS = 1;
    /** Wrong use. */
    public static final int USAGE = 2;
    /** The tool failed, or its canary did. */
    public static final int TOOL = 3;
    /** The program under test failed on its own and no prediction was possible. */
    public static final int PROGRAM = 4;

    private ExitCode() {}
}
