// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.clip.Outcome;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file {@code outcome}: each line is one write to the operating system, so that it survives any end of the program
 * right after. A stream and not a channel, because an interrupt of the writing thread would close a channel.
 */
final class OutcomeFile {
    private final FileOutputStream out;

    OutcomeFile(Path directory) throws IOException {
        Files.createDirectories(directory);
        out = new FileOutputStream(directory.resolve("outcome").toFile(), false);
    }

    void add(String key, String value) {
        byte[] line = Outcome.line(key, value).getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            try {
                out.write(line);
            } catch (IOException e) {
                // a full disk must not disturb the program; the tool reports that the line is missing
            }
        }
    }
}
