package dev.foretell.tool.pipeline;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Finds a line that one run printed and the other did not, to say more than "it differs". */
final class OutputDifference {
    /** Longer outputs are not worth the time; they differ, and that is known. */
    private static final long LIMIT = 4 << 20;

    private static final int SHOWN = 120;

    private OutputDifference() {}

    /** A few words: which line instead of which. */
    static String describe(Path recorded, Path other) {
        try {
            if (Files.size(recorded) <= LIMIT && Files.size(other) <= LIMIT) {
                Map<String, Integer> before = lines(recorded);
                Map<String, Integer> after = lines(other);
                Optional<String> missing = surplus(before, after);
                Optional<String> extra = surplus(after, before);
                if (extra.isPresent() && missing.isPresent()) {
                    return extra.get() + " instead of " + missing.get();
                }
                if (extra.isPresent()) {
                    return "also " + extra.get();
                }
                if (missing.isPresent()) {
                    return missing.get() + " is missing";
                }
            }
        } catch (IOException e) {
            // gone, or not text: the shorter sentence will do
        }
        return "its standard output differs from the recorded run's";
    }

    private static Map<String, Integer> lines(Path file) throws IOException {
        Map<String, Integer> counts = new LinkedHashMap<>();
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                counts.merge(line, 1, Integer::sum);
            }
        }
        return counts;
    }

    /** The first line that stands more often in one than in the other. */
    private static Optional<String> surplus(Map<String, Integer> in, Map<String, Integer> other) {
        return in.entrySet().stream()
                .filter(entry -> entry.getValue() > other.getOrDefault(entry.getKey(), 0))
                .map(entry -> quote(entry.getKey()))
                .findFirst();
    }

    /** Read as bytes, shown as what they most likely mean. */
    private static String quote(String bytes) {
        String text = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return "'" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text) + "'";
    }
}
