// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Source lines of the program, as far as its sources lie below the directory it was started in. A report is easier to
 * read with them; without them it is still complete, so the search gives up early rather than late.
 */
final class Sources {
    private static final int DEPTH = 14;
    private static final int LONGEST = 200;
    private static final int MOST_FILES = 50_000;
    private static final Set<String> SKIPPED = Set.of("target", "build", "out", "node_modules", "bin");

    /** Null when nothing is to be read. */
    private final Path root;

    private Map<String, List<Path>> byName;

    Sources(Path root) {
        this.root = root;
    }

    /** Without any line. */
    static Sources none() {
        return new Sources(null);
    }

    /**
     * The line, without the white space around it; empty when it is not known. Names of classes and of their files may
     * be anything, also what the file system has no name for, so no path is made of them.
     */
    String line(String className, String file, int line) {
        if (root == null || file.isEmpty() || line < 1) {
            return "";
        }
        int dot = className.lastIndexOf('.');
        String ending = "/" + className.substring(0, dot + 1).replace('.', '/') + file;
        if (byName == null) {
            byName = index();
        }
        for (Path candidate : byName.getOrDefault(file, List.of())) {
            if (("/" + candidate).replace(File.separatorChar, '/').endsWith(ending)) {
                return read(candidate, line);
            }
        }
        return "";
    }

    private static String read(Path file, int line) {
        try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.skip(line - 1L)
                    .findFirst()
                    .map(String::strip)
                    .filter(text -> text.length() <= LONGEST)
                    .orElse("");
        } catch (IOException | RuntimeException e) {
            return ""; // not UTF-8, or gone
        }
    }

    private Map<String, List<Path>> index() {
        Map<String, List<Path>> found = new HashMap<>();
        int[] left = {MOST_FILES};
        try {
            Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName() == null
                            ? ""
                            : folder.getFileName().toString();
                    boolean skip = !folder.equals(root) && (name.startsWith(".") || SKIPPED.contains(name));
                    return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".java")
                            || name.endsWith(".kt")
                            || name.endsWith(".scala")
                            || name.endsWith(".groovy")) {
                        found.computeIfAbsent(name, key -> new ArrayList<>()).add(file);
                    }
                    return --left[0] > 0 ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException problem) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return found;
        }
        return found;
    }
}
