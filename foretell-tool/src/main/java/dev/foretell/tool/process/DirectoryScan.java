// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which files there are below a directory, with size and time of the last change, so that a second scan finds those
 * written in between. Nothing is read, links are not followed, and folders of version control are left out.
 */
public final class DirectoryScan {
    private static final Set<String> LEFT_OUT = Set.of(".git", ".hg", ".svn");

    /**
     * Limits of a scan.
     *
     * @param entries of directories
     * @param files that are kept
     * @param bytes of one of these
     */
    public record Limits(int entries, int files, long bytes) {
        public static final Limits USUAL = new Limits(20_000, 50, 1 << 20);
    }

    private record Stamp(long size, FileTime changed) {}

    private final Path directory;
    private final Predicate<Path> skipped;
    /** Keys of files that are left out. */
    private final Set<Object> own;

    private final Limits limits;
    private final Map<String, Stamp> files = new TreeMap<>();
    /** For each directory that was found whether all of it was listed. */
    private final Map<String, Boolean> directories = new HashMap<>();

    private DirectoryScan(Path directory, Predicate<Path> skipped, Set<Object> own, Limits limits) {
        this.directory = directory;
        this.skipped = skipped;
        this.own = own;
        this.limits = limits;
    }

    /**
     * Scans now; {@code skipped} is true for directories that are not scanned, {@code own} are the keys of files that
     * this process writes itself.
     */
    public static DirectoryScan of(Path directory, Predicate<Path> skipped, Set<Object> own, Limits limits) {
        DirectoryScan scan = new DirectoryScan(directory, skipped, Set.copyOf(own), limits);
        scan.walk(null);
        return scan;
    }

    /** What was written since: files that are new, or have another size or time of change. */
    public WrittenFiles written() {
        DirectoryScan now = new DirectoryScan(directory, skipped, own, new Limits(2 * limits.entries(), 0, 0));
        now.walk(directories);
        List<WrittenFiles.Written> written = new ArrayList<>();
        List<String> left = new ArrayList<>();
        int large = 0;
        int many = 0;
        for (Map.Entry<String, Stamp> file : now.files.entrySet()) {
            Stamp before = files.get(file.getKey());
            Stamp after = file.getValue();
            if (after.equals(before)) {
                continue;
            }
            if (after.size() > limits.bytes()) {
                large++;
            } else if (written.size() >= limits.files()) {
                many++;
            } else {
                written.add(new WrittenFiles.Written(file.getKey(), before == null ? -1 : before.size()));
            }
        }
        if (directories.containsValue(false) || now.directories.containsValue(false)) {
            left.add("files the program wrote were looked for among the first " + limits.entries()
                    + " entries of its working directory only; others were not compared");
        }
        if (large > 0) {
            left.add(large + " of the files that the recorded run wrote are larger than " + limits.bytes()
                    + " bytes and were not compared");
        }
        if (many > 0) {
            left.add("the recorded run wrote more than " + limits.files() + " files; " + many + " were not compared");
        }
        return new WrittenFiles(written, left);
    }

    /** Breadth first, so that the top levels are listed first; {@code known} are the directories of an earlier scan. */
    private void walk(Map<String, Boolean> known) {
        Deque<String> next = new ArrayDeque<>(List.of(""));
        directories.put("", false);
        if (known != null && !known.get("")) {
            return; // even of the first level not all was seen
        }
        int left = limits.entries();
        while (!next.isEmpty()) {
            String name = next.remove();
            Set<String> below = new HashSet<>();
            int used = list(name, left, below);
            if (used < 0) {
                return;
            }
            left -= used;
            directories.put(name, true);
            for (String child : below) {
                // One that was there and was not listed then: what is in it may be old.
                if (known == null || known.getOrDefault(child, true)) {
                    directories.put(child, false);
                    next.add(child);
                }
            }
        }
    }

    /** How many entries a directory has; negative when they are too many. */
    private int list(String name, int most, Set<String> below) {
        int count = 0;
        Map<String, Stamp> found = new HashMap<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory.resolve(name))) {
            for (Path path : stream) {
                if (++count > most) {
                    return -1;
                }
                String file = path.getFileName().toString();
                String relative = name.isEmpty() ? file : name + "/" + file;
                BasicFileAttributes attributes = attributes(path);
                boolean left = attributes == null || attributes.fileKey() != null && own.contains(attributes.fileKey());
                if (left) {
                    continue;
                }
                if (attributes.isRegularFile()) {
                    found.put(relative, new Stamp(attributes.size(), attributes.lastModifiedTime()));
                } else if (attributes.isDirectory() && !LEFT_OUT.contains(file) && !skipped.test(path)) {
                    below.add(relative);
                }
            }
        } catch (IOException | DirectoryIteratorException | SecurityException e) {
            // It was removed meanwhile, or may not be read: what was seen of it counts.
        }
        files.putAll(found);
        return count;
    }

    /** Null for what was removed meanwhile. */
    private static BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return null;
        }
    }
}
