// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What happened to the sections in one run, as the agent writes it line by line while the program runs: {@code seen
 * SECTION END} when a section ended at an end point for the first time, and {@code violated SECTION END read|write
 * [FILE:LINE]} when an access came between that is not allowed there. Sections and their ends are numbered from 0 in
 * the order of the file. A line that was cut short, because the program was killed, is not read.
 *
 * @param seen the branches (AtomRace: pairs of entry and end) that were passed, violated or not
 */
public record SectionLog(Set<Branch> seen, List<Violation> violations) {
    public static final String SEEN = "seen";
    public static final String VIOLATED = "violated";

    /** A section with one of its end points. */
    public record Branch(int section, int end) {}

    /**
     * A branch that was not atomic.
     *
     * @param write what the other thread did
     * @param place where it did it, for people; may be empty
     */
    public record Violation(Branch branch, boolean write, String place) {}

    public SectionLog {
        seen = Set.copyOf(seen);
        violations = List.copyOf(violations);
    }

    /** Reads what the agent wrote; a missing file means that no section was ever seen. */
    public static SectionLog read(Path file) throws IOException {
        Set<Branch> seen = new LinkedHashSet<>();
        List<Violation> violations = new ArrayList<>();
        String text = Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
            String[] words = line.split(" ", 5);
            if (words.length < 3 || !words[0].equals(SEEN) && !words[0].equals(VIOLATED)) {
                continue; // a line of a later version
            }
            Branch branch = new Branch(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            seen.add(branch);
            if (words[0].equals(VIOLATED)) {
                String place = words.length > 4 ? words[4] : "";
                violations.add(new Violation(branch, words.length > 3 && words[3].equals("write"), place));
            }
        }
        return new SectionLog(seen, violations);
    }

    /** One line of the file, with its line break. */
    public static String seenLine(int section, int end) {
        return begin(SEEN, section, end).append('\n').toString();
    }

    /** One line of the file, with its line break. */
    public static String violatedLine(int section, int end, boolean write, String place) {
        StringBuilder line = begin(VIOLATED, section, end).append(write ? " write" : " read");
        if (!place.isEmpty()) {
            line.append(' ').append(place.replace('\n', ' '));
        }
        return line.append('\n').toString();
    }

    /** No string concatenation that would link lambdas: this is called inside the program under test. */
    private static StringBuilder begin(String key, int section, int end) {
        return new StringBuilder(key).append(' ').append(section).append(' ').append(end);
    }
}
