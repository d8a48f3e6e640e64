// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.foretell.tool.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The content after a run of the files that the recorded run wrote, kept in the folder of the run. The files themselves
 * are only read: restoring their earlier content would overwrite what other programs may have written meanwhile.
 */
public final class FileCopies {
    private static final String FOLDER = "files";
    private static final String INDEX = "index.json";

    /** What a run did to a file. */
    public enum State {
        WRITTEN,
        UNTOUCHED,
        MISSING;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One file after a run.
     *
     * @param from where the run's own part begins when it only appended; 0 when it wrote all of it
     */
    public record Copy(String path, State state, long from) {
        public Copy {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(state, "state");
        }
    }

    /**
     * All files of a run.
     *
     * @param copies the content of each lies beside this, named by its number
     * @param left what was not scanned because of a limit
     */
    public record Index(List<Copy> copies, List<String> left) {
        static final Index NONE = new Index(List.of(), List.of());

        public Index {
            copies = copies == null ? List.of() : List.copyOf(copies);
            left = left == null ? List.of() : List.copyOf(left);
        }
    }

    /** A file before a run; null content for none. */
    private record Before(FileTime changed, byte[] content) {}

    private final Path directory;
    private final List<String> paths;
    private final List<Before> before = new ArrayList<>();

    private FileCopies(Path directory, List<String> paths) {
        this.directory = directory;
        this.paths = paths;
        for (String path : paths) {
            before.add(look(path).orElse(new Before(null, null)));
        }
    }

    /** To be called before a run. */
    public static FileCopies before(Path directory, List<String> paths) {
        return new FileCopies(directory, paths);
    }

    /** To be called after the run; keeps the files in its folder. */
    public void keep(Path folder) throws IOException {
        List<Copy> copies = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            Optional<Before> after = look(paths.get(i));
            Before old = before.get(i);
            byte[] content = after.map(Before::content).orElse(null);
            State state = content == null
                    ? State.MISSING
                    : after.get().changed().equals(old.changed()) && Arrays.equals(content, old.content())
                            ? State.UNTOUCHED
                            : State.WRITTEN;
            copies.add(new Copy(paths.get(i), state, content == null ? 0 : added(old.content(), content)));
            contents.add(content);
        }
        write(folder, new Index(copies, List.of()), contents);
    }

    /** Where the new part of a file begins; 0 when it has not just become longer. */
    private static int added(byte[] old, byte[] now) {
        boolean longer = old != null && old.length > 0 && old.length < now.length;
        return longer && Arrays.equals(old, 0, old.length, now, 0, old.length) ? old.length : 0;
    }

    /** Keeps what the recorded run wrote. */
    public static void keep(Path directory, WrittenFiles written, Path folder) throws IOException {
        List<Copy> copies = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        FileCopies now = before(
                directory,
                written.files().stream().map(WrittenFiles.Written::path).toList());
        for (int i = 0; i < written.files().size(); i++) {
            byte[] content = now.before.get(i).content();
            if (content != null) {
                long from = Math.max(0, written.files().get(i).before());
                copies.add(new Copy(written.files().get(i).path(), State.WRITTEN, from));
                contents.add(content);
            }
        }
        write(folder, new Index(copies, written.left()), contents);
    }

    private static void write(Path folder, Index index, List<byte[]> contents) throws IOException {
        Path place = Files.createDirectories(folder.resolve(FOLDER));
        for (int i = 0; i < contents.size(); i++) {
            if (contents.get(i) != null) {
                Files.write(place.resolve(Integer.toString(i)), contents.get(i));
            }
        }
        Files.writeString(place.resolve(INDEX), Json.text(index));
    }

    /** What is known of a run's files; nothing when none were kept. */
    public static Index index(Path folder) {
        Path file = folder.resolve(FOLDER).resolve(INDEX);
        try {
            return Files.exists(file) ? Json.read(file, Index.class) : Index.NONE;
        } catch (IOException e) {
            return Index.NONE; // garbled
        }
    }

    /** What a file held after the run; empty when that was not kept. */
    public static Optional<byte[]> content(Path folder, Index index, String path) {
        for (int i = 0; i < index.copies().size(); i++) {
            if (index.copies().get(i).path().equals(path)) {
                try {
                    return Optional.of(Files.readAllBytes(folder.resolve(FOLDER).resolve(Integer.toString(i))));
                } catch (IOException e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** An ordinary file of the directory itself, not through a link, which another user's session may name. */
    private Optional<Before> look(String name) {
        try {
            Path path = directory.resolve(name).normalize();
            Path root = directory.toRealPath();
            boolean inside = path.startsWith(directory.normalize())
                    && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    && path.toRealPath().equals(root.resolve(name).normalize());
            if (!inside || Files.size(path) > DirectoryScan.Limits.USUAL.bytes()) {
                return Optional.empty();
            }
            FileTime changed = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
            return Optional.of(new Before(changed, Files.readAllBytes(path)));
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Optional.empty();
        }
    }
}
