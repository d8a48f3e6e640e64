// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.InputStream;
import java.nio.file.Path;

/**
 * Where the program's standard input comes from. A re-execution must get the input of the recorded run, so piped input
 * is also kept; what a person types is not.
 *
 * @param source read live and copied to the program; null when it is not needed
 * @param file where the live bytes are kept, or, without a source, what the program reads; null for nothing
 * @param inherited the program reads this process's standard input, a terminal
 */
public record ProgramInput(InputStream source, Path file, boolean inherited) {
    /** Empty input. */
    public static final ProgramInput NONE = new ProgramInput(null, null, false);

    /** The terminal itself, so that line editing and prompts work as usual. */
    public static final ProgramInput TERMINAL = new ProgramInput(null, null, true);

    /** Pipes this through and keeps a copy. */
    public static ProgramInput live(InputStream source, Path copy) {
        return new ProgramInput(source, copy, false);
    }

    /** What was kept before. */
    public static ProgramInput kept(Path file) {
        return new ProgramInput(null, file, false);
    }
}
