// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.RunInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of one directed run, as the agent writes it line by line while the program runs: {@code key value}, with
 * line breaks inside a value written as {@code \n}. The file is readable at every moment, also when the program was
 * killed.
 *
 * @param course how far the schedule was followed
 * @param failures what the program did wrong
 * @param deviations how the run differs from the recorded one
 */
public record Outcome(Course course, Failures failures, Deviations deviations) {
    public static final String CREATED = "created";
    public static final String FOLLOWED = "followed";
    public static final String STEP = "step";
    public static final String PROBLEM = "problem";
    /** An exception has left a thread; a line {@link #UNCAUGHT} of the same text follows when no handler handles it. */
    public static final String LEFT = "left";

    public static final String UNCAUGHT = "uncaught";
    public static final String DEADLOCK = "deadlock";
    public static final String FRESH = "fresh";
    public static final String DIFFERED = "differed";
    public static final String STACKS = "stacks";
    /** Every thread waits and none can wake another: the stacks of all. */
    public static final String STANDSTILL = "standstill";
    /** When a standstill or a deadlock was first observed, and when it was written, in milliseconds since 1970. */
    public static final String STANDS = "stands";

    /** Name of a file that the tool creates beside the outcome to request the stacks of all threads. */
    public static final String REQUEST = "stacks-please";

    /** In a {@link #DEADLOCK}, behind the lock a thread waits for: an interrupt ends its wait. */
    public static final String UNLESS_INTERRUPTED = ", unless it is interrupted";

    /** A time limit of a call of the program ran out. */
    public static final String LIMIT = "limit";

    /** Of a run that does not deviate from the recorded one. */
    public Outcome(
            boolean created, boolean followed, int steps, String problem, List<String> uncaught, String deadlock) {
        this(
                new Course(created, followed, steps, problem),
                Failures.of(uncaught, deadlock, uncaught.size()),
                Deviations.NONE);
    }

    /**
     * How far the schedule was followed.
     *
     * @param created the anomaly's threads were all held at their points at the same time, on the same data; or its
     *     events happened in their order, on the data and in the atomic regions promised, with the last one next
     * @param followed every step of the schedule was taken
     * @param steps how many steps were taken
     * @param problem why the schedule could not be followed, a sentence with file and line; empty when it could
     */
    public record Course(boolean created, boolean followed, int steps, String problem) {}

    /**
     * What the program did wrong.
     *
     * @param uncaught exceptions that left a thread and that no handler of the program handled, so that the JVM printed
     *     them: {@code thread: exception at place}
     * @param sure how many of {@code uncaught} came before the first time limit ran out and before the first
     *     {@code fresh} input
     * @param handled exceptions that left a thread and that a handler of the program handled, which is no failure by
     *     itself
     * @param deadlock which lock each thread holds and which it waits for, and the stacks; empty when there was no
     *     deadlock
     * @param standstill whether every thread waited and none could wake another; then {@code stacks} shows that
     * @param stacks what every thread was doing when the tool requested it, see {@link #REQUEST}; empty when it did not
     */
    public record Failures(
            List<String> uncaught, int sure, List<String> handled, String deadlock, boolean standstill, String stacks) {
        /** Without a standstill, and without exceptions that a handler of the program handled. */
        public static Failures of(List<String> uncaught, String deadlock, int sure) {
            return new Failures(uncaught, sure, List.of(), deadlock, false, "");
        }
    }

    /**
     * How a run differs from the recorded one: of each kind a sentence about the first difference, empty when there is
     * none.
     *
     * @param fresh why some input was not the recorded one
     * @param differed which input that cannot be replayed differed from the recorded one
     * @param expired which time limit of the program ran out, or may have
     */
    public record Deviations(String fresh, String differed, String expired) {
        public static final Deviations NONE = new Deviations("", "", "");
    }

    public boolean created() {
        return course.created;
    }

    public boolean followed() {
        return course.followed;
    }

    public int steps() {
        return course.steps;
    }

    public String problem() {
        return course.problem;
    }

    public List<String> uncaught() {
        return failures.uncaught;
    }

    public String deadlock() {
        return failures.deadlock;
    }

    public String fresh() {
        return deviations.fresh;
    }

    public String differed() {
        return deviations.differed;
    }

    public String stacks() {
        return failures.stacks;
    }

    public List<String> handled() {
        return failures.handled;
    }

    public boolean standstill() {
        return failures.standstill;
    }

    public String expired() {
        return deviations.expired;
    }

    public int sure() {
        return failures.sure;
    }

    /** From which thread the scheduler switched away because it seemed to block, and where; for people. */
    public static final String SWITCHED_AWAY = "switched-away";

    /** Reads what the agent wrote; a missing file means that the agent was never started. */
    public static Outcome read(Path file) throws IOException {
        boolean created = false;
        boolean followed = false;
        int steps = 0;
        String problem = "";
        String deadlock = "";
        String fresh = "";
        String differed = "";
        String stacks = "";
        boolean standstill = false;
        String expired = "";
        int sure = 0;
        List<String> uncaught = new ArrayList<>();
        List<String> left = new ArrayList<>();
        if (!Files.exists(file)) {
            return new Outcome(false, false, 0, "the program ended before Foretell's agent could start", uncaught, "");
        }
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            int space = line.indexOf(' ');
            String key = space < 0 ? line : line.substring(0, space);
            String value = space < 0 ? "" : unescape(line.substring(space + 1));
            switch (key) {
                case CREATED -> created = true;
                case FOLLOWED -> followed = true;
                case STEP -> steps++;
                case PROBLEM -> problem = problem.isEmpty() ? value : problem;
                case UNCAUGHT -> {
                    uncaught.add(value);
                    sure += expired.isEmpty() && fresh.isEmpty() ? 1 : 0;
                }
                case LIMIT -> expired = expired.isEmpty() ? value : expired;
                case LEFT -> left.add(value);
                case DEADLOCK -> deadlock = value;
                case FRESH -> fresh = fresh.isEmpty() ? value : fresh;
                case DIFFERED -> differed = differed.isEmpty() ? value : differed;
                case STACKS -> stacks = standstill ? stacks : value;
                case STANDSTILL -> {
                    stacks = value;
                    standstill = true;
                }
                default -> {} // a line of a later version
            }
        }
        return new Outcome(
                new Course(created, followed, steps, problem),
                new Failures(
                        List.copyOf(uncaught), sure, RunInfo.handled(left, uncaught), deadlock, standstill, stacks),
                new Deviations(fresh, differed, expired));
    }

    /** One line of the file, with its line break. */
    public static String line(String key, String value) {
        // called inside the program under test: no string concatenation that would link lambdas there
        return new StringBuilder(key)
                .append(' ')
                .append(escape(value))
                .append('\n')
                .toString();
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "");
    }

    private static String unescape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                out.append(next == 'n' ? '\n' : next);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
