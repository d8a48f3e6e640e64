// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file {@code jvm-PID.watch}: each line is one write to the operating system, so that it survives a crash of the
 * program right after. A stream and not a channel, because an interrupt of the writing thread would close a channel.
 */
final class WatchLog {
    private static final int MOST_LINES = 100_000;

    private static final String ENDING = ".watch";

    private final Path file;
    private final FileOutputStream out;
    private int lines;

    WatchLog(Path directory) throws IOException {
        Files.createDirectories(directory);
        String name = "jvm-" + ProcessHandle.current().pid();
        Path free = directory.resolve(name + ENDING);
        for (int i = 2; Files.exists(free); i++) {
            free = directory.resolve(name + "-" + i + ENDING);
        }
        file = free;
        out = new FileOutputStream(file.toFile(), false);
    }

    /** Another file of this JVM. */
    Path sibling(String ending) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - ENDING.length()) + ending);
    }

    void add(String... fields) {
        write(WatchLine.of(fields), false);
    }

    void add(WatchEvent sighting) {
        write(sighting.line(), false);
    }

    /** Written also when there are too many lines already. */
    void addLast(String... fields) {
        write(WatchLine.of(fields), true);
    }

    private void write(String line, boolean always) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            if (lines++ >= MOST_LINES && !always) {
                return;
            }
            try {
                out.write(bytes);
            } catch (IOException e) {
                // a full disk must not disturb the program; the tool finds the last line missing
            }
        }
    }
}
