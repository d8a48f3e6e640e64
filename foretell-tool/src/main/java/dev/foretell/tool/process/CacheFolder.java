// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The user's own folder for what can be made again: the extracted agent, the canary's last result, the key that seals
 * sessions. Only the user may write to it, since the agent in it becomes part of their programs. Everything works
 * without it, only slower.
 */
public final class CacheFolder {
    private final Path folder;

    private CacheFolder(Path folder) {
        this.folder = folder;
    }

    /** The folder for this user, made when needed; empty when it cannot be written. */
    public static Optional<CacheFolder> open(Map<String, String> environment, String home, String os) {
        Path path = place(environment, home, os.toLowerCase(Locale.ROOT));
        try {
            if (path == null) {
                return Optional.empty();
            }
            Files.createDirectories(path);
            if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            }
            return Files.isWritable(path) ? Optional.of(new CacheFolder(path)) : Optional.empty();
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    public static Optional<CacheFolder> open() {
        return open(System.getenv(), System.getProperty("user.home"), System.getProperty("os.name"));
    }

    private static Path place(Map<String, String> environment, String home, String os) {
        String own = environment.get("FORETELL_CACHE");
        if (own != null && !own.isEmpty()) {
            return Path.of(own);
        }
        String xdg = environment.get("XDG_CACHE_HOME");
        if (xdg != null && xdg.startsWith("/")) {
            return Path.of(xdg, "foretell");
        }
        String local = environment.get("LOCALAPPDATA");
        if (os.startsWith("windows") && local != null) {
            return Path.of(local, "foretell");
        }
        if (home == null || home.isEmpty() || home.equals("?")) {
            return null;
        }
        return os.startsWith("mac")
                ? Path.of(home, "Library", "Caches", "foretell")
                : Path.of(home, ".cache", "foretell");
    }

    /** A file in the folder; it need not exist. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Writes a file so that others see all of it or nothing. */
    public void put(String name, byte[] content) throws IOException {
        Path draft = Files.createTempFile(folder, name, ".new");
        try {
            Files.write(draft, content);
            Files.move(draft, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Writes a file unless there is one, in one step: of several processes at the same time one writes it, and all read
     * the same.
     */
    public void putIfAbsent(String name, byte[] content) throws IOException {
        Path draft = Files.createTempFile(folder, name, ".new");
        try {
            Files.write(draft, content);
            Files.createLink(file(name), draft);
        } catch (FileAlreadyExistsException e) {
            // That of another process counts.
        } catch (UnsupportedOperationException | FileSystemException e) {
            if (!Files.exists(file(name))) {
                put(name, content); // a file system without links
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
