// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A class that the JVM rejected because of Foretell's probes in it. The agent records it in the folder that it writes
 * to; what such a run does is no evidence about the program.
 *
 * @param problem the error and its message
 */
public record RejectedClass(String name, String problem) {
    private static final String FILE = "refused";

    /** Records one more. A full disk must not disturb the program. */
    public static void note(Path folder, String name, String problem) {
        String line =
                new StringBuilder(name).append(' ').append(problem).append('\n').toString();
        try {
            Files.createDirectories(folder);
            Files.write(
                    folder.resolve(FILE),
                    line.getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            return;
        }
    }

    /** The first that was recorded. */
    public static Optional<RejectedClass> first(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String line = Files.readString(file).lines().findFirst().orElse("");
        int space = line.indexOf(' ');
        return space < 0
                ? Optional.empty()
                : Optional.of(new RejectedClass(line.substring(0, space), line.substring(space + 1)));
    }
}
