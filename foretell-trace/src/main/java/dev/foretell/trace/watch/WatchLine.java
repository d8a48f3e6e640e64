// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.watch;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of the watcher's log: fields separated by tabs, the first of which is the kind of the line. Line breaks,
 * tabs and backslashes inside a field are escaped, so that each line is one write.
 */
public final class WatchLine {
    /** The watcher has started in a JVM: version, name, command line. */
    public static final String RUN = "run";
    /** A class has probes: name. */
    public static final String INSTRUMENTED = "instrumented";
    /** A class was not instrumented on purpose: name. */
    public static final String SKIPPED = "skipped";
    /** A class could not be instrumented: name, reason. */
    public static final String FAILED = "failed";
    /** A method was left as it is: name, reason. */
    public static final String PARTIAL = "partial";
    /** An exception has left a thread: text. */
    public static final String UNCAUGHT = "uncaught";
    /** An anomaly was observed: see {@link WatchEvent}. */
    public static final String SIGHTING = "sighting";
    /** How often an anomaly has been observed: its number, how often. */
    public static final String AGAIN = "again";
    /** A violation was prevented: how and where. */
    public static final String HEALED = "healed";
    /** A message for the user: text. */
    public static final String NOTE = "note";
    /** The program ends: how many threads were watched. */
    public static final String END = "end";

    private WatchLine() {}

    /** One line, with its line break. Called inside the program under test. */
    public static String of(String... fields) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            if (i > 0) {
                out.append('\t');
            }
            escape(fields[i], out);
        }
        return out.append('\n').toString();
    }

    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> out.append(c);
            }
        }
    }

    /** The fields of a line without its line break. */
    public static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c == '\\' && i + 1 < line.length()) {
                char next = line.charAt(++i);
                field.append(
                        switch (next) {
                            case 't' -> '\t';
                            case 'n' -> '\n';
                            case 'r' -> '\r';
                            default -> next;
                        });
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
