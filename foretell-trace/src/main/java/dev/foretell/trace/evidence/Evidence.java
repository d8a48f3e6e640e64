// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a recorded run failed: the file {@code evidence} beside its trace, which the agent writes line by line,
 * {@code key value}, with line breaks inside a value written as {@code \n}. It is readable at every moment; there is no
 * file when nothing failed.
 *
 * @param deadlock which lock each thread holds and which it waits for, with stacks; empty when no deadlock was found
 * @param locked the threads of the deadlock, each waiting for the next
 * @param waiting the stacks of all threads when every one waited and none could wake another; empty otherwise
 * @param thrown exceptions that left a thread and that no handler of the program handled
 * @param times when the state that led to the verdict was first observed and when the verdict was reached, in
 *     milliseconds since 1970; both zero without a verdict
 * @param isFinal whether the program cannot end by itself any more
 * @param deadlockUnchecked whether threads stayed blocked and the JVM could not check for a deadlock, because it lacks
 *     the module {@code java.management}
 */
public record Evidence(
        String deadlock,
        List<FailedThread> locked,
        String waiting,
        List<FailedThread> thrown,
        VerdictTimes times,
        boolean isFinal,
        boolean deadlockUnchecked) {
    /** Its name in the folder of a trace. */
    public static final String FILE = "evidence";

    public static final String DEADLOCK = "deadlock";
    public static final String LOCKED = "locked";
    public static final String WAITING = "waiting";
    public static final String THROWN = "thrown";
    public static final String STANDS = "stands";
    public static final String FINAL = "final";
    public static final String DEADLOCK_UNCHECKED = "unasked";

    public static final Evidence NONE =
            new Evidence("", List.of(), "", List.of(), new VerdictTimes(0, 0), false, false);

    public Evidence {
        locked = List.copyOf(locked);
        thrown = List.copyOf(thrown);
    }

    /** When a state was first observed, and when it led to a verdict: the line {@link #STANDS}. */
    public record VerdictTimes(long since, long verdict) {}

    /**
     * A thread of a deadlock with the lock that it waits for, or a thread with the exception that left it.
     *
     * @param path its creation path
     * @param what class of the lock; or class and message of the exception
     * @param locks classes of the locks it holds; empty for an exception
     * @param stack innermost first, {@code class.method(File.java:12)}
     */
    public record FailedThread(String path, String name, String what, List<String> locks, List<String> stack) {
        public FailedThread {
            locks = List.copyOf(locks);
            stack = List.copyOf(stack);
        }

        /** As the value of a line. */
        public String text() {
            StringBuilder out = new StringBuilder();
            line(out, path);
            line(out, name);
            line(out, what);
            StringBuilder held = new StringBuilder();
            for (String lock : locks) {
                held.append(held.length() == 0 ? "" : "\t").append(lock);
            }
            line(out, held.toString());
            for (String frame : stack) {
                line(out, frame);
            }
            return out.toString();
        }

        private static void line(StringBuilder out, String text) {
            out.append(text.replace('\n', ' ').replace('\r', ' ')).append('\n');
        }

        static FailedThread parse(String text) throws IOException {
            List<String> lines = text.lines().toList();
            if (lines.size() < 4) {
                throw new IOException(
                        "expected path, name, lock or exception, and locks of a thread, but a line has less");
            }
            return new FailedThread(
                    lines.get(0),
                    lines.get(1),
                    lines.get(2),
                    lines.get(3).isEmpty() ? List.of() : List.of(lines.get(3).split("\t")),
                    lines.subList(4, lines.size()));
        }
    }

    /** Whether anything failed. */
    public boolean isEmpty() {
        return deadlock.isEmpty() && waiting.isEmpty() && thrown.isEmpty();
    }

    /**
     * Reads the evidence in the folder of a trace; {@link #NONE} when there is none. The last line may be incomplete.
     * Throws an exception that names the file when another one is: a failure must not be left out.
     */
    public static Evidence read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return NONE;
        }
        byte[] all = Files.readAllBytes(file);
        int end = all.length;
        while (end > 0 && all[end - 1] != '\n') {
            end--;
        }
        try {
            return parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(all, 0, end))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is damaged: it is not UTF-8 text", e);
        } catch (IOException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private static Evidence parse(String all) throws IOException {
        String deadlock = "";
        String waiting = "";
        VerdictTimes times = NONE.times;
        boolean isFinal = false;
        boolean deadlockUnchecked = false;
        List<FailedThread> locked = new ArrayList<>();
        List<FailedThread> thrown = new ArrayList<>();
        for (String line : all.split("\n")) {
            int space = line.indexOf(' ');
            String value = space < 0 ? "" : unescape(line.substring(space + 1));
            switch (space < 0 ? line : line.substring(0, space)) {
                case DEADLOCK -> deadlock = value;
                case LOCKED -> locked.add(FailedThread.parse(value));
                case WAITING -> waiting = value;
                case THROWN -> thrown.add(FailedThread.parse(value));
                case STANDS -> times = times(value);
                case FINAL -> isFinal = true;
                case DEADLOCK_UNCHECKED -> deadlockUnchecked = true;
                default -> {} // a line of a later version
            }
        }
        return new Evidence(deadlock, locked, waiting, thrown, times, isFinal, deadlockUnchecked);
    }

    private static VerdictTimes times(String value) throws IOException {
        try {
            String[] words = value.split(" ");
            return new VerdictTimes(Long.parseLong(words[0]), Long.parseLong(words[1]));
        } catch (RuntimeException e) {
            throw new IOException("expected two times, but found '" + value + "'", e);
        }
    }

    /** One line of the file, with its line break. Called inside the program under test: no string concatenation. */
    public static String line(String key, String value) {
        StringBuilder out = new StringBuilder(key).append(' ');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                out.append("\\\\");
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\r') {
                out.append("\\r");
            } else {
                out.append(c);
            }
        }
        return out.append('\n').toString();
    }

    private static String unescape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                out.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
