package dev.foretell.trace.io;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Trace;
import java.util.Map;

/** A trace as read from its folder, with the classes it speaks of, by name. */
public record RecordedTrace(Trace trace, Map<String, ClassInfo> classes) {}
