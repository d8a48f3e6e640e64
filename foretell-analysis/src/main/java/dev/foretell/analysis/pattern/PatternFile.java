// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The contents of a pattern file: patterns in the paper's notation, and atomic sets. The format is described in
 * docs/analyses/patterns.md.
 *
 * @param patterns in the order of the file
 * @param atomicSets in the order of the file
 */
public record PatternFile(List<Pattern> patterns, List<AtomicSet> atomicSets) {
    public PatternFile {
        patterns = List.copyOf(patterns);
        atomicSets = List.copyOf(atomicSets);
    }

    /** Throws {@link PatternException} with line and column of the first error. */
    public static PatternFile read(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new PatternParser(file.getFileName().toString()).parse(in);
        }
    }

    /** As {@link #read} for a text; {@code name} is the file name in messages. */
    public static PatternFile parse(String name, String text) throws IOException {
        return new PatternParser(name).parse(new BufferedReader(new StringReader(text)));
    }

    /** One of Foretell's own files, resources beside this class. */
    public static PatternFile builtIn(String name) {
        try (InputStream stream = PatternFile.class.getResourceAsStream(name)) {
            return new PatternParser(name)
                    .parse(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
