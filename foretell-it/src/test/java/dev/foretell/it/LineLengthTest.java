// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Lines have at most 120 columns: Java with its comments, string literals and text blocks, which the formatter does not
 * break, Markdown with its tables, the files of the build, models, patterns and catalogues. There are no exemptions.
 */
class LineLengthTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int COLUMNS = 120;
    private static final Set<String> SKIPPED = Set.of("target", ".git", "foretell-out");
    private static final Set<String> ENDINGS = Set.of("java", "md", "xml", "model", "types", "patterns", "txt", "css");
    private static final Set<String> SCRIPTS = Set.of("foretell", "run", "fuzz", "real-bugs", "verify-jars");

    @Test
    void noLineIsLongerThan120Columns() throws IOException {
        List<String> longer = new ArrayList<>();
        for (Path file : files()) {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                int columns = line.codePointCount(0, line.length());
                if (columns > COLUMNS) {
                    longer.add(ROOT.relativize(file) + ":" + number + ": " + columns + " columns");
                }
            }
        }
        assertThat(longer).isEmpty();
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (SCRIPTS.contains(name) || ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(files).hasSizeGreaterThan(500);
        return files;
    }
}
