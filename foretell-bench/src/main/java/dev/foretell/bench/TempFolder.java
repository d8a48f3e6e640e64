// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder, deleted when it is closed. */
final class TempFolder implements AutoCloseable {
    private final Path root;
    private int folders;

    /** On the same disk as the given folder, so that recording goes to a real disk and not to memory. */
    TempFolder(Path near) throws IOException {
        root = Files.createTempDirectory(near.toAbsolutePath(), "foretell-bench-");
    }

    synchronized Path folder() throws IOException {
        return Files.createDirectory(root.resolve(Integer.toString(folders++)));
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        }
    }

    /** Bytes that are really used: files may have holes. */
    static long bytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(path);
            }
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        delete(root);
    }
}
