// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.FileCopies;
import dev.foretell.tool.process.FileCopies.Copy;
import dev.foretell.tool.process.FileCopies.Index;
import dev.foretell.tool.process.FileCopies.State;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the files that the recorded run wrote have in common with those of the controls. Only a file that every control
 * writes, too, with the same content but for what varies line by line, can show harm: so neither files that other
 * programs write at the same time nor those that depend on earlier runs do.
 *
 * @param written how many files the recorded run wrote, as far as they were kept
 * @param fed those that can be compared, by path, for runs that get the recorded times and random numbers
 * @param unfed likewise for runs that get others; null when that is not known
 */
record FileControl(int written, Map<String, FilePattern> fed, Map<String, FilePattern> unfed) {
    static final FileControl NONE = new FileControl(0, Map.of(), Map.of());

    public FileControl {
        fed = fed == null ? Map.of() : LinePattern.sorted(fed);
        unfed = unfed == null ? null : LinePattern.sorted(unfed);
    }

    /**
     * What does not vary in one file.
     *
     * @param appends whether each run adds to its end; then only what was added is compared
     * @param lines null for a binary file, which never varies
     */
    public record FilePattern(boolean appends, LinePattern lines) {}

    /**
     * What is known from the recorded run and its replays, given the folders of these.
     *
     * @param unfed null when replays with other times and random numbers did not end as the recorded run
     */
    static FileControl of(Path record, List<Path> fed, List<Path> unfed) {
        Index recorded = FileCopies.index(record);
        if (recorded.copies().isEmpty() || fed.isEmpty()) {
            return NONE;
        }
        return new FileControl(
                recorded.copies().size(),
                patterns(record, recorded, fed),
                unfed == null ? null : patterns(record, recorded, unfed));
    }

    boolean isEmpty() {
        return fed.isEmpty();
    }

    private static Map<String, FilePattern> patterns(Path record, Index recorded, List<Path> controls) {
        Map<String, FilePattern> patterns = new TreeMap<>();
        List<Index> indices = controls.stream().map(FileCopies::index).toList();
        for (Copy copy : recorded.copies()) {
            List<byte[]> contents = new ArrayList<>();
            boolean appends = indices.stream()
                    .allMatch(index -> state(index, copy.path()) == State.WRITTEN && from(index, copy.path()) > 0);
            part(record, recorded, copy.path(), appends).ifPresent(contents::add);
            for (int i = 0; i < controls.size(); i++) {
                if (state(indices.get(i), copy.path()) == State.WRITTEN) {
                    part(controls.get(i), indices.get(i), copy.path(), appends).ifPresent(contents::add);
                }
            }
            if (contents.size() == controls.size() + 1) {
                pattern(contents, appends).ifPresent(pattern -> patterns.put(copy.path(), pattern));
            }
        }
        return patterns;
    }

    /** Empty when nothing in the file can be compared. */
    private static Optional<FilePattern> pattern(List<byte[]> contents, boolean appends) {
        boolean binary = contents.stream().anyMatch(FileControl::isBinary);
        if (contents.stream().allMatch(content -> Arrays.equals(content, contents.get(0)))) {
            return Optional.of(new FilePattern(appends, binary ? null : LinePattern.EXACT));
        }
        if (binary) {
            return Optional.empty();
        }
        LinePattern lines =
                LinePattern.of(contents.stream().map(FileControl::lines).toList());
        boolean all = lines.difference(lines(contents.get(0)), List.of()).isEmpty();
        return all ? Optional.empty() : Optional.of(new FilePattern(appends, lines));
    }

    /**
     * What this run wrote into a file instead of what the recorded run did, in a few words.
     *
     * @param fresh whether it got other times or random numbers than the recorded run
     */
    Optional<String> difference(Path record, Path run, boolean fresh) {
        Map<String, FilePattern> patterns = fresh ? unfed : fed;
        if (patterns == null || patterns.isEmpty()) {
            return Optional.empty();
        }
        Index recorded = FileCopies.index(record);
        Index now = FileCopies.index(run);
        return new TreeMap<>(patterns)
                .entrySet().stream()
                        .flatMap(entry ->
                                difference(record, recorded, run, now, entry.getKey(), entry.getValue()).stream())
                        .findFirst();
    }

    private static Optional<String> difference(
            Path record, Index recorded, Path run, Index now, String path, FilePattern pattern) {
        State state = state(now, path);
        if (state == State.MISSING) {
            return Optional.of("the file " + path + " is missing");
        }
        // One that was not written may still be written later, and one that was cut off may be so on purpose.
        if (state != State.WRITTEN || pattern.appends() && from(now, path) == 0) {
            return Optional.empty();
        }
        Optional<byte[]> before = part(record, recorded, path, pattern.appends());
        Optional<byte[]> after = part(run, now, path, pattern.appends());
        if (before.isEmpty() || after.isEmpty() || Arrays.equals(before.get(), after.get())) {
            return Optional.empty();
        }
        if (pattern.lines() == null || isBinary(after.get())) {
            return Optional.of("the file " + path + " has other bytes");
        }
        return pattern.lines()
                .difference(lines(before.get()), lines(after.get()))
                .map(difference -> difference.describe() + " in the file " + path);
    }

    /** Null when nothing is known of the file. */
    private static State state(Index index, String path) {
        return copy(index, path).map(Copy::state).orElse(null);
    }

    private static long from(Index index, String path) {
        return copy(index, path).map(Copy::from).orElse(0L);
    }

    private static Optional<Copy> copy(Index index, String path) {
        return index.copies().stream().filter(copy -> copy.path().equals(path)).findFirst();
    }

    /** What a run wrote: all of the file, or what it added. */
    private static Optional<byte[]> part(Path folder, Index index, String path, boolean appends) {
        return FileCopies.content(folder, index, path).map(content -> {
            long from = appends ? from(index, path) : 0;
            return from <= 0 || from > content.length
                    ? content
                    : Arrays.copyOfRange(content, (int) from, content.length);
        });
    }

    private static boolean isBinary(byte[] content) {
        for (byte b : content) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    /** As bytes, one for each character. */
    private static List<String> lines(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1).lines().toList();
    }
}
