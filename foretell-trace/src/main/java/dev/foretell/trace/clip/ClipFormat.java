// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.words.LineFile;
import dev.foretell.trace.words.SyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The text form of a clip: one statement a line, so that people can read it, edit it, and see changes in a diff.
 * {@code docs/clips.md} describes it for users.
 *
 * <p>A point is written twice on its line: for people ({@code read Account.balance at Account.java:12}), and in
 * brackets as the exact instruction. The brackets win; without them the point is found by file, line, operation and
 * name, so that a clip stays usable after a recompilation.
 */
public final class ClipFormat {
    /** First words of the first line; the number after them is the version. */
    static final String MAGIC = "foretell clip";

    static final int VERSION = 1;

    private ClipFormat() {}

    /** Throws {@link SyntaxException} with line and column when the text is not a clip. */
    public static Clip read(Path file) throws IOException {
        return new ClipReader(LineFile.of(file, "a Foretell clip")).read();
    }

    public static void write(Clip clip, Path file) throws IOException {
        Files.writeString(file, format(clip), StandardCharsets.UTF_8);
    }

    /** The text that {@link #write} writes. */
    public static String format(Clip clip) {
        return new ClipWriter(clip).text();
    }
}
