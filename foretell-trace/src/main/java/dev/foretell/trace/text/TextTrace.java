// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import dev.foretell.trace.Trace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Traces as text, one event a line: {@code thread|op(operand)|location}. This is the language of the tests, a form
 * people can read and write, and (its STD subset) what other tools exchange. A text written by {@link #format} starts
 * with tables of threads, variables, locks and sites, so that nothing is lost; text without tables is numbered as it
 * appears. docs/trace-format-text.md describes it.
 */
public final class TextTrace {
    /** Repairs of traces of other tools. */
    public enum Option {
        /** Take {@code fork(3)} and {@code join(3)} to mean thread {@code T3} when no thread is called {@code 3}. */
        REPAIR_THREAD_NAMES
    }

    private TextTrace() {}

    /** Throws {@link dev.foretell.trace.io.TraceException} with the line when the file is not a trace. */
    public static Trace parse(Path file, Option... options) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new TextParser(file.getFileName().toString(), Set.of(options)).parse(in);
        }
    }

    public static Trace parse(String text, Option... options) throws IOException {
        try (BufferedReader in = new BufferedReader(new StringReader(text))) {
            return new TextParser("trace", Set.of(options)).parse(in);
        }
    }

    /** The whole trace, with tables; {@link #parse} makes an equal trace of it. */
    public static String format(Trace trace) {
        StringBuilder out = new StringBuilder();
        try {
            format(trace, out);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return out.toString();
    }

    /** As {@link #format(Trace)}, for traces too long for one string. */
    public static void format(Trace trace, Appendable out) throws IOException {
        new TextFormatter(trace, out).write();
    }
}
