// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the lines of a text have in common over several runs of one schedule, and what varies among them: numbers and
 * other words with digits in them, by their position in lines that are otherwise the same. Durations, times of day and
 * identity hash codes are never compared, because equal ones in a few runs prove nothing. The order of lines does not
 * count, because threads that print at the same time may differ only in that.
 *
 * <p>Nothing that varies among the given runs is ever a difference. A line whose words vary, or that comes more often
 * in one run than in another, is not compared at all; and where lines come and go, a line that is new is no difference
 * either.
 *
 * @param masks for a line without its numbers the positions, from 0, of those that vary
 * @param ignored lines without their numbers that are not compared
 * @param open whether lines come and go
 */
record LinePattern(Map<String, List<Integer>> masks, List<String> ignored, boolean open) {
    /** Nothing varies. */
    static final LinePattern EXACT = new LinePattern(Map.of(), List.of(), false);

    private static final Pattern TOKEN = Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
            + "|@[0-9a-f]{1,16}(?![0-9A-Za-z])"
            + "|[0-9A-Za-z_]*[0-9][0-9A-Za-z_]*(?:[.,:][0-9]+[0-9A-Za-z]*)*");

    private static final String UNIT = "(?:ns|us|µs|ms|s|sec|secs|seconds?|millis|milliseconds?|micros|microseconds?"
            + "|nanos|nanoseconds?|min|minutes?)";
    private static final Pattern DURATION = Pattern.compile("[0-9]+(?:[.,][0-9]+)?" + UNIT);
    private static final Pattern UNIT_BEHIND = Pattern.compile("\\s?" + UNIT + "(?![0-9A-Za-z])");
    private static final Pattern CLOCK = Pattern.compile("(?:[0-9]{4}|[0-9A-Za-z]*T)?[0-9]{1,2}:[0-9]{2}(?::.*)?");

    public LinePattern {
        masks = sorted(masks);
        ignored = List.copyOf(ignored);
    }

    /**
     * An unmodifiable copy without nulls. It is written in the same order in each session, which a plain one is not.
     */
    static <T> Map<String, T> sorted(Map<String, T> map) {
        return Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(map)));
    }

    /** The parts of a line: the text between its numbers, and the numbers. */
    private record Parts(String frame, List<String> values) {
        static Parts of(String line) {
            StringBuilder frame = new StringBuilder();
            List<String> values = new ArrayList<>();
            Matcher token = TOKEN.matcher(line);
            int end = 0;
            while (token.find()) {
                frame.append(line, end, token.start()).append('\0');
                values.add(isNeverCompared(token.group(), line, token.end()) ? "" : token.group());
                end = token.end();
            }
            return new Parts(frame.append(line, end, line.length()).toString(), values);
        }

        private static boolean isNeverCompared(String token, String line, int end) {
            return token.startsWith("@")
                    || DURATION.matcher(token).matches()
                    || CLOCK.matcher(token).matches()
                    || Character.isDigit(token.charAt(token.length() - 1))
                            && UNIT_BEHIND
                                    .matcher(line)
                                    .region(end, line.length())
                                    .lookingAt();
        }

        List<String> without(List<Integer> positions) {
            List<String> kept = new ArrayList<>(values);
            positions.forEach(position -> kept.set(position, ""));
            return kept;
        }
    }

    /** What these runs have in common; each is a list of lines. */
    static LinePattern of(List<List<String>> runs) {
        List<Map<String, List<Parts>>> texts = new ArrayList<>();
        Set<String> frames = new LinkedHashSet<>();
        for (List<String> run : runs) {
            Map<String, List<Parts>> text = byFrame(run);
            texts.add(text);
            frames.addAll(text.keySet());
        }
        Map<String, List<Integer>> masks = new TreeMap<>();
        List<String> ignored = new ArrayList<>();
        boolean open = false;
        for (String frame : frames) {
            List<List<Parts>> lines = new ArrayList<>();
            texts.forEach(text -> lines.add(text.getOrDefault(frame, List.of())));
            List<Integer> positions = varying(lines);
            open |= lines.stream().anyMatch(List::isEmpty);
            if (lines.stream().map(run -> counts(run, positions)).distinct().count() > 1) {
                ignored.add(frame);
            } else if (!positions.isEmpty()) {
                masks.put(frame, positions);
            }
        }
        return new LinePattern(masks, ignored, open);
    }

    private static Map<String, List<Parts>> byFrame(List<String> lines) {
        Map<String, List<Parts>> text = new LinkedHashMap<>();
        for (String line : lines) {
            Parts parts = Parts.of(line);
            text.computeIfAbsent(parts.frame(), frame -> new ArrayList<>()).add(parts);
        }
        return text;
    }

    private static List<Integer> varying(List<List<Parts>> runs) {
        List<Integer> varying = new ArrayList<>();
        int width = runs.stream()
                .flatMap(List::stream)
                .mapToInt(parts -> parts.values().size())
                .max()
                .orElse(0);
        for (int i = 0; i < width; i++) {
            int position = i;
            long different = runs.stream()
                    .map(run -> run.stream()
                            .map(parts -> parts.values().get(position))
                            .sorted()
                            .toList())
                    .distinct()
                    .count();
            if (different > 1) {
                varying.add(position);
            }
        }
        return varying;
    }

    private static Map<List<String>, Integer> counts(List<Parts> lines, List<Integer> masked) {
        Map<List<String>, Integer> counts = new HashMap<>();
        lines.forEach(parts -> counts.merge(parts.without(masked), 1, Integer::sum));
        return counts;
    }

    /** Which line stands in the other text instead of which; empty when nothing differs but what varies anyway. */
    Optional<OutputDifference> difference(List<String> recorded, List<String> other) {
        Optional<String> missing = surplus(recorded, other, false);
        Optional<String> extra = surplus(other, recorded, open);
        return missing.isEmpty() && extra.isEmpty()
                ? Optional.empty()
                : Optional.of(new OutputDifference(extra.orElse(null), missing.orElse(null)));
    }

    /**
     * The first line that stands more often in one than in the other; {@code known} when only lines of a known kind
     * count.
     */
    private Optional<String> surplus(List<String> in, List<String> other, boolean known) {
        Map<String, Map<List<String>, Integer>> left = new HashMap<>();
        for (String line : other) {
            Parts parts = Parts.of(line);
            left.computeIfAbsent(parts.frame(), frame -> new HashMap<>()).merge(values(parts), 1, Integer::sum);
        }
        for (String line : in) {
            Parts parts = Parts.of(line);
            Map<List<String>, Integer> there = left.get(parts.frame());
            if (ignored.contains(parts.frame()) || there == null && known) {
                continue;
            }
            Integer count = there == null ? null : there.computeIfPresent(values(parts), (key, n) -> n - 1);
            if (count == null || count < 0) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    private List<String> values(Parts parts) {
        return parts.without(masks.getOrDefault(parts.frame(), List.of()));
    }
}
