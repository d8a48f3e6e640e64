// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool;

/**
 * An error that the user can act on. The message is one or two sentences: what happened, where, what to do. Nothing
 * else is printed, and the exit code is the one of the user contract.
 */
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exit;

    public UserError(int exit, String message) {
        super(message, null, false, false);
        this.exit = exit;
    }

    /** Wrong use: a path, an option or a folder that cannot be meant. */
    public static UserError usage(String message) {
        return new UserError(ExitCode.USAGE, message);
    }

    /** The tool could not do its work. */
    public static UserError tool(String message) {
        return new UserError(ExitCode.TOOL, message);
    }

    /** The program under test failed by itself, before anything could be predicted. */
    public static UserError program(String message) {
        return new UserError(ExitCode.PROGRAM, message);
    }

    public int exit() {
        return exit;
    }
}
