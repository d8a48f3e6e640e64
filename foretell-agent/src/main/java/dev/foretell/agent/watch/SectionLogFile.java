// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.section.SectionLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The file {@code jvm-PID.sections}: which sections were executed and which were violated, each once, see
 * {@link SectionLog}.
 */
final class SectionLogFile {
    private final FileOutputStream out;
    private final Set<String> known = new HashSet<>();

    SectionLogFile(Path file) throws IOException {
        out = new FileOutputStream(file.toFile(), false);
    }

    void seen(int section, int end) {
        add(SectionLog.seenLine(section, end));
    }

    void violated(int section, int end, boolean write, String place) {
        add(SectionLog.violatedLine(section, end, write, place));
    }

    private void add(String line) {
        synchronized (known) {
            if (known.add(line)) {
                try {
                    out.write(line.getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    return; // a full disk must not disturb the program
                }
            }
        }
    }
}
