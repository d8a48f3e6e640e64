// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.trace.Site;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the watchers of one command have written so far, in one file for each JVM. Reads on where it stopped, whole
 * lines only.
 */
final class WatchNotes {
    private static final int MOST_BYTES = 1 << 20;

    private final Path folder;
    private final Map<Path, Long> positions = new LinkedHashMap<>();
    /** By file and number; the latest wins, because it has more stacks. */
    private final Map<String, WatchEvent> sightings = new LinkedHashMap<>();

    private final Map<String, Long> times = new LinkedHashMap<>();
    private final Set<String> reported = new LinkedHashSet<>();
    private final Set<String> instrumented = new LinkedHashSet<>();
    private final Set<String> skipped = new LinkedHashSet<>();
    private final List<String> failed = new ArrayList<>();
    private final List<String> partial = new ArrayList<>();
    private final List<String> uncaught = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> healed = new ArrayList<>();
    private int threads;
    private boolean begun;

    WatchNotes(Path folder) {
        this.folder = folder;
    }

    /** Reads what is new, and returns the sightings among it that are at places not reported before. */
    List<WatchEvent> poll() throws IOException {
        List<WatchEvent> fresh = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".watch"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            while (read(file, fresh)) {
                continue;
            }
        }
        return fresh;
    }

    /** Returns whether there may be more. */
    private boolean read(Path file, List<WatchEvent> fresh) throws IOException {
        long position = positions.getOrDefault(file, 0L);
        byte[] bytes;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            bytes = new byte[(int) Math.min(MOST_BYTES, in.length() - position)];
            in.seek(position);
            in.readFully(bytes);
        }
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        if (end == 0) {
            positions.put(file, position);
            return false;
        }
        String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
        for (String line : text.split("\n")) {
            noteIfWhole(file.getFileName().toString(), WatchLine.fields(line), fresh);
        }
        positions.put(file, position + end);
        return true;
    }

    /** A line that is not whole is skipped: the notes may be damaged. */
    private void noteIfWhole(String jvm, List<String> fields, List<WatchEvent> fresh) {
        try {
            note(jvm, fields, fresh);
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            notes.add("A line of the notes in " + jvm + " is damaged and was left out.");
        }
    }

    private void note(String jvm, List<String> fields, List<WatchEvent> fresh) {
        switch (fields.get(0)) {
            case WatchLine.RUN -> begun = true;
            case WatchLine.INSTRUMENTED -> instrumented.add(fields.get(1));
            case WatchLine.SKIPPED -> skipped.add(fields.get(1));
            case WatchLine.FAILED -> failed.add(fields.get(1) + ": " + fields.get(2));
            case WatchLine.PARTIAL -> partial.add(fields.get(1) + ": " + fields.get(2));
            case WatchLine.UNCAUGHT -> uncaught.add(fields.get(1));
            case WatchLine.NOTE -> notes.add(fields.get(1));
            case WatchLine.HEALED -> healed.add(fields.get(1));
            case WatchLine.AGAIN -> times.put(jvm + " " + fields.get(1), Long.parseLong(fields.get(2)));
            case WatchLine.END -> threads += Integer.parseInt(fields.get(1));
            case WatchLine.SIGHTING -> {
                WatchEvent sighting = WatchEvent.of(fields);
                sightings.put(jvm + " " + sighting.number(), sighting);
                if (reported.add(place(sighting))) {
                    fresh.add(sighting);
                }
            }
            default -> {} // a later version's line
        }
    }

    /** A key that all sightings of one bug share: the variable and the source lines. */
    private static String place(WatchEvent sighting) {
        return sighting.kind() + " " + sighting.variable() + " "
                + sighting.spots().stream()
                        .map(spot -> spot.site().className() + " " + spot.site().position())
                        .sorted()
                        .collect(Collectors.joining(" "));
    }

    /** One for each pair of places and kinds of access. */
    List<WatchEvent> sightings() {
        Map<String, WatchEvent> unique = new LinkedHashMap<>();
        for (WatchEvent sighting : sightings.values()) {
            String key = sighting.kind()
                    + sighting.variable()
                    + sighting.spots().stream()
                            .map(spot -> key(spot.site()))
                            .sorted()
                            .toList();
            unique.putIfAbsent(key, sighting);
        }
        return List.copyOf(unique.values());
    }

    private static String key(Site site) {
        return site.className() + site.method() + site.offset() + site.op();
    }

    /** How many accesses were seen to race, those counted by the programs that have ended. */
    long times() {
        long sum = 0;
        for (String key : sightings.keySet()) {
            sum += times.getOrDefault(key, 1L);
        }
        return sum;
    }

    /** Whether no watcher has begun its work. One that failed at its start may have left a file behind. */
    boolean isEmpty() {
        return !begun;
    }

    Set<String> instrumented() {
        return instrumented;
    }

    Set<String> skipped() {
        return skipped;
    }

    List<String> failed() {
        return failed;
    }

    List<String> partial() {
        return partial;
    }

    List<String> uncaught() {
        return uncaught;
    }

    List<String> notes() {
        return notes;
    }

    List<String> healed() {
        return healed;
    }

    int threads() {
        return threads;
    }
}
