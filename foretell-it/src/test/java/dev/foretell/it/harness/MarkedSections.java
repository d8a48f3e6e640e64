// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Atomic sections as comments in the source of a program mark them: {@code // enter VARIABLE} and below it {@code //
 * end VARIABLE}.
 */
public final class MarkedSections {
    private MarkedSections() {}

    /** Writes those of a program of the package {@code watch}. */
    public static void write(String program, Path file) throws IOException {
        List<String> source =
                Files.readAllLines(Foretell.sources().resolve("dev/foretell/it/watch/" + program + ".java"));
        List<String> sections = new ArrayList<>(List.of("foretell sections 1"));
        for (int entry = 0; entry < source.size(); entry++) {
            String[] words = source.get(entry).split("// enter ");
            if (words.length == 2) {
                int end = entry;
                while (!source.get(end).endsWith("// end " + words[1])) {
                    end++;
                }
                sections.add("section " + words[1]);
                sections.add("origin load-store");
                sections.add("enter read at " + program + ".java:" + (entry + 1));
                sections.add("end write at " + program + ".java:" + (end + 1));
                sections.add("exit on return");
                sections.add("lockable yes");
            }
        }
        Files.write(file, sections);
    }
}
