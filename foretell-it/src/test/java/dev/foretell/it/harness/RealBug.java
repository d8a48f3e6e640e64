// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import dev.foretell.it.harness.ReportJson.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A known bug of a published library: a block of the catalogue {@code bugs.txt}, which explains the lines. */
public final class RealBug {
    private static final List<String> MUST = List.of("about", "jars", "needs", "kinds");
    private static final List<String> MAY = List.of("fixed", "on", "harm", "jvm", "options", "usual", "missed");

    private final String name;
    private final String driver;
    private final Map<String, String> lines = new TreeMap<>();

    private RealBug(String name, String driver) {
        this.name = name;
        this.driver = driver;
    }

    /** All bugs of a catalogue. */
    public static List<RealBug> read(Path catalogue) {
        List<RealBug> bugs = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(catalogue)) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] words = line.strip().split("\\s+", 2);
                String rest = words.length == 1 ? "" : words[1];
                if (!line.startsWith(" ")) {
                    bugs.add(new RealBug(words[0], rest));
                } else if (MUST.contains(words[0]) || MAY.contains(words[0])) {
                    bugs.get(bugs.size() - 1).lines.merge(words[0], rest, (before, more) -> before + " " + more);
                } else {
                    throw new IllegalArgumentException(catalogue + ": a line cannot begin with '" + words[0] + "'");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bugs.forEach(RealBug::requireComplete);
        return bugs;
    }

    private void requireComplete() {
        for (String must : MUST) {
            if (line(must).isEmpty()) {
                throw new IllegalArgumentException(name + " has no line '" + must + "'");
            }
        }
        if (line("on").isEmpty() && (line("harm").isEmpty() || isExpected())) {
            throw new IllegalArgumentException(name + " has no line 'on' by which it is recognised");
        }
    }

    /** The id of the bug in the library's issue tracker. */
    public String name() {
        return name;
    }

    /** The program that can run into it. */
    public String driver() {
        return driver;
    }

    /** The text of a line of the block; empty when there is none. */
    public String line(String key) {
        return lines.getOrDefault(key, "");
    }

    public List<String> words(String key) {
        return line(key).isEmpty() ? List.of() : List.of(line(key).split("\\s+"));
    }

    /** Whether there is a version without it. */
    public boolean isFixed() {
        return lines.containsKey("fixed");
    }

    /** Whether every build tries it. */
    public boolean isUsual() {
        return lines.containsKey("usual");
    }

    /** Whether it should be confirmed. */
    public boolean isExpected() {
        return !lines.containsKey("missed");
    }

    /**
     * Whether a finding is this bug: the right kind, on the right variable, with the right harm, and not folded away.
     */
    public boolean isShownBy(Found found) {
        return hasSymptom(found) && !found.isNote() && matches("on", found.variable());
    }

    /**
     * Whether a finding has the harm of this bug, whatever it is about; without known harm, whether it is on its
     * variable. That is not yet the bug: threads that were brought together for another reason may do harm by chance.
     */
    public boolean hasSymptom(Found found) {
        return found.confirmed()
                && words("kinds").contains(found.kind())
                && (line("harm").isEmpty()
                        ? matches("on", found.variable())
                        : matches("harm", found.harmKind() + ": " + found.harmDetail()));
    }

    private boolean matches(String key, String text) {
        return Pattern.compile(line(key), Pattern.DOTALL).matcher(text).find();
    }

    @Override
    public String toString() {
        return name;
    }
}
