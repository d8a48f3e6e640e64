// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program with its verdict, read from the comments in its source; the packages' documentation has their syntax.
 *
 * @param className its main class
 * @param expected each anomaly that must be confirmed
 * @param marked all lines that may take part in an anomaly, by its kind
 * @param harms the harm that they must do
 */
public record Subject(
        String className, List<Expected> expected, Map<String, Set<Integer>> marked, List<ExpectedHarm> harms) {
    private static final String KINDS = "race|atomicity|asv|order|pattern|deadlock|harm";

    /** To try some of them, while one works on the reason: {@code -Dforetell.only='PolledFlag|Library'}. */
    private static final Pattern ONLY = Pattern.compile(System.getProperty("foretell.only", ""));

    private static final Pattern COMMENT =
            Pattern.compile("// ((?:" + KINDS + ")(?::[^;]*)?(?:; (?:" + KINDS + ")(?::[^;]*)?)*)$");

    private static final Pattern SIMILAR = Pattern.compile("//\\s*(" + KINDS + ")", Pattern.CASE_INSENSITIVE);

    /**
     * An anomaly of this kind with accesses on exactly these lines; its label starts with the names of its variables.
     */
    public record Expected(String kind, String label, Set<Integer> lines) {
        /** The variables that the label is about: {@code x+y#2} is about two. */
        public List<String> variables() {
            int end = label.indexOf('#');
            return List.of((end < 0 ? label : label.substring(0, end)).split("\\+"));
        }
    }

    /** The harm of the anomaly with this label, and its text in the report. */
    public record ExpectedHarm(String label, Set<String> kinds, String text) {}

    /**
     * All subjects of a package and the packages below it, but for those that need a newer Java: {@code // java: 21}.
     */
    public static List<Subject> in(String packageName) {
        try (Stream<Path> files = Files.walk(Foretell.sources().resolve(packageName.replace('.', '/')))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .filter(file -> ONLY.matcher(file.toString()).find())
                    .sorted()
                    .map(Subject::read)
                    .filter(subject -> Integer.parseInt(subject.setting("java", "0")) <= Foretell.programVersion())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Subject read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Expected> expected = new TreeMap<>();
        Map<String, Set<Integer>> marked = new TreeMap<>();
        List<ExpectedHarm> harms = new ArrayList<>();
        for (int line = 1; line <= lines.size(); line++) {
            Matcher comment = COMMENT.matcher(lines.get(line - 1));
            if (!comment.find()) {
                if (SIMILAR.matcher(lines.get(line - 1)).find()) {
                    throw new IllegalStateException(file + ":" + line + ": a verdict that cannot be parsed");
                }
                continue;
            }
            for (String verdict : comment.group(1).split("; ")) {
                String[] parts = verdict.split(":", 2);
                String kind = parts[0];
                String[] words =
                        parts.length < 2 ? new String[0] : parts[1].strip().split("\\s+", kind.equals("harm") ? 3 : 0);
                if (kind.equals("harm")) {
                    harms.add(new ExpectedHarm(
                            words[0], Set.of(words[1].split("\\|")), words.length > 2 ? words[2] : ""));
                    continue;
                }
                marked.computeIfAbsent(kind, key -> new TreeSet<>()).add(line);
                for (String label : words) {
                    Expected one = expected.computeIfAbsent(label, key -> new Expected(kind, label, new TreeSet<>()));
                    if (!one.kind().equals(kind)) {
                        throw new IllegalStateException(file + ":" + line + ": " + label + " is of two kinds");
                    }
                    one.lines().add(line);
                }
            }
        }
        String relative = Foretell.sources().relativize(file).toString();
        String className = relative.substring(0, relative.length() - ".java".length())
                .replace(file.getFileSystem().getSeparator(), ".");
        Subject subject = new Subject(className, List.copyOf(expected.values()), marked, harms);
        subject.check(file);
        return subject;
    }

    private void check(Path file) {
        for (Expected one : expected) {
            int most = switch (one.kind()) {
                case "race" -> 2;
                case "order", "atomicity" -> 3;
                default -> 4;
            };
            if (one.lines().size() > most) {
                throw new IllegalStateException(
                        file + ": label " + one.label() + " is on too many lines: " + one.lines());
            }
        }
        harms.forEach(harm -> {
            if (expected.stream().noneMatch(one -> one.label().equals(harm.label()))) {
                throw new IllegalStateException(file + ": harm of unknown anomaly " + harm.label());
            }
        });
    }

    /** The lines marked for this kind of anomaly. */
    public Set<Integer> marked(String kind) {
        return marked.getOrDefault(kind, Set.of());
    }

    public String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** What {@code foretell} gets in front of the command, from a comment {@code // options: ...}. */
    public List<String> options() {
        return words("options");
    }

    /** The command that runs it. */
    public List<String> command() {
        return Foretell.program(className, List.of(Foretell.QUICK), List.of());
    }

    /** The value of a comment {@code // KEY: VALUE}, or what to take when there is none. */
    public String setting(String key, String otherwise) {
        Path file = Foretell.sources().resolve(className.replace('.', '/') + ".java");
        try (Stream<String> lines = Files.lines(file)) {
            String start = "// " + key + ": ";
            return lines.filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Such a value, split as a shell would split it, as far as blanks and double quotes go. */
    public List<String> words(String key) {
        String value = setting(key, "");
        List<String> words = new ArrayList<>();
        Matcher matcher = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(value);
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return words;
    }

    @Override
    public String toString() {
        return String.join(".", Arrays.asList(className.split("\\.")).subList(3, className.split("\\.").length));
    }
}
