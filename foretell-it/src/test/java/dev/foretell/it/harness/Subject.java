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
 * A program with its verdict, read from the comments in its source; the packages' documentation says how to write them.
 *
 * @param className its main class
 * @param races each race that must be confirmed: label to its lines, two of them or one
 * @param racing all lines that may take part in a race
 * @param deadlock the lines on which threads block
 * @param harms what must come of races
 */
public record Subject(
        String className,
        Map<String, Set<Integer>> races,
        Set<Integer> racing,
        Set<Integer> deadlock,
        List<ExpectedHarm> harms) {
    private static final Pattern COMMENT = Pattern.compile("// (race|deadlock|harm)(?::\\s*(.*))?$");

    private static final Pattern SIMILAR = Pattern.compile("//\\s*(race|deadlock|harm)", Pattern.CASE_INSENSITIVE);

    /** The race with this label does this, and the report says this about it. */
    public record ExpectedHarm(String label, Set<String> kinds, String text) {}

    /** All subjects of a package and the packages below it. */
    public static List<Subject> in(String packageName) {
        try (Stream<Path> files = Files.walk(Foretell.sources().resolve(packageName.replace('.', '/')))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .map(Subject::read)
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
        Map<String, Set<Integer>> races = new TreeMap<>();
        Set<Integer> racing = new TreeSet<>();
        Set<Integer> deadlock = new TreeSet<>();
        List<ExpectedHarm> harms = new ArrayList<>();
        for (int line = 1; line <= lines.size(); line++) {
            Matcher comment = COMMENT.matcher(lines.get(line - 1));
            if (!comment.find()) {
                if (SIMILAR.matcher(lines.get(line - 1)).find()) {
                    throw new IllegalStateException(file + ":" + line + ": a verdict nobody can read");
                }
                continue;
            }
            String[] words = comment.group(2) == null
                    ? new String[0]
                    : comment.group(2).strip().split("\\s+", comment.group(1).equals("harm") ? 3 : 0);
            switch (comment.group(1)) {
                case "race" -> {
                    racing.add(line);
                    for (String label : words) {
                        races.computeIfAbsent(label, key -> new TreeSet<>()).add(line);
                    }
                }
                case "deadlock" -> deadlock.add(line);
                default ->
                    harms.add(new ExpectedHarm(
                            words[0], Set.of(words[1].split("\\|")), words.length > 2 ? words[2] : ""));
            }
        }
        String relative = Foretell.sources().relativize(file).toString();
        String className = relative.substring(0, relative.length() - ".java".length())
                .replace(file.getFileSystem().getSeparator(), ".");
        Subject subject = new Subject(className, races, racing, deadlock, harms);
        subject.check(file);
        return subject;
    }

    private void check(Path file) {
        races.forEach((label, lines) -> {
            if (lines.size() > 2) {
                throw new IllegalStateException(file + ": label " + label + " is on more than two lines: " + lines);
            }
        });
        harms.forEach(harm -> {
            if (!races.containsKey(harm.label())) {
                throw new IllegalStateException(file + ": harm of unknown race " + harm.label());
            }
        });
    }

    /** The variable that a label is about. */
    public static String variable(String label) {
        int end = label.indexOf('#');
        return end < 0 ? label : label.substring(0, end);
    }

    public String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** The command that runs it. */
    public List<String> command() {
        return Foretell.program(className, List.of(), List.of());
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
