package dev.foretell.trace.clip;

import java.io.IOException;
import java.nio.file.Path;

/** The text form of a clip. */
public final class ClipFormat {
    private ClipFormat() {}

    /** Throws {@link ClipException} with line and column when the text is not a clip. */
    public static Clip read(Path file) throws IOException {
        throw new ClipException(file + " is not a Foretell clip");
    }

    public static void write(Clip clip, Path file) throws IOException {
        throw new ClipException("cannot write " + clip + " to " + file);
    }
}
