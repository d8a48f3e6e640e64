// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A line that one run printed and the other did not, for a precise message.
 *
 * @param extra what only the other run printed; null when there is none
 * @param missing what only the recorded run printed; null when there is none
 */
record OutputDifference(String extra, String missing) {
    /** Longer texts are not compared line by line; that they differ is known. */
    private static final long LIMIT = 4 << 20;

    private static final int SHOWN = 120;

    /** What a terminal takes for a change of colour or weight. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    /** A few words: which line instead of which. */
    String describe() {
        if (extra != null && missing != null) {
            return quote(extra) + " instead of " + quote(missing);
        }
        return extra != null ? "also " + quote(extra) : quote(missing) + " is missing";
    }

    /** A few words about two files, with nothing known about what varies. */
    static String describe(Path recorded, Path other) {
        return lines(recorded)
                .flatMap(before -> lines(other).flatMap(after -> LinePattern.EXACT.difference(before, after)))
                .map(OutputDifference::describe)
                .orElse("its standard output differs from the recorded run's");
    }

    /** As bytes, one for each character; empty when the file cannot be read or is too long. */
    static Optional<List<String>> lines(Path file) {
        try {
            return file != null && Files.size(file) <= LIMIT
                    ? Optional.of(Files.readAllLines(file, StandardCharsets.ISO_8859_1))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // gone
        }
    }

    /** Read as bytes, shown as what they most likely mean, without colours. */
    static String quote(String bytes) {
        String coloured = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        String text = COLOUR.matcher(coloured).replaceAll("");
        return "'" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text) + "'";
    }
}
