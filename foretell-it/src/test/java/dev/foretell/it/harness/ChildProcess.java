// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A process to be started: command, input, environment and folder. It is killed when its time is over. */
public final class ChildProcess {

    private final List<String> command;
    private final Map<String, String> environment = new TreeMap<>();
    private String input = "";
    private Path folder = Path.of("").toAbsolutePath();
    private long limitSeconds = 300;

    /** The result of a process. */
    public record Ended(List<String> command, int exit, String out, String err) {
        @Override
        public String toString() {
            return "command: " + String.join(" ", command) + "\nexit code: " + exit + "\n--- standard output\n" + out
                    + "\n--- standard error\n" + err;
        }
    }

    public ChildProcess(List<String> command) {
        this.command = List.copyOf(command);
    }

    public ChildProcess(String... command) {
        this(Arrays.asList(command));
    }

    public ChildProcess input(String text) {
        input = text;
        return this;
    }

    public ChildProcess environment(Map<String, String> variables) {
        environment.putAll(variables);
        return this;
    }

    public ChildProcess in(Path directory) {
        folder = directory;
        return this;
    }

    /** Ends it after this time; by default after five minutes. */
    public ChildProcess limit(long seconds) {
        limitSeconds = seconds;
        return this;
    }

    /** Runs it to its end. */
    public Ended run() {
        try {
            Path out = Files.createTempFile("child", ".out");
            Path err = Files.createTempFile("child", ".err");
            Process process = start(out, err);
            try {
                if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                    kill(process);
                    throw new AssertionError("did not end within " + limitSeconds + " s\n"
                            + new Ended(command, -1, Files.readString(out), Files.readString(err)));
                }
                return new Ended(command, process.exitValue(), text(out), text(err));
            } finally {
                kill(process);
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Starts it, its output going to files. The caller ends it. */
    public Process start(Path out, Path err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.environment().putAll(environment);
        builder.directory(folder.toFile());
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        if (input.isEmpty()) {
            builder.redirectInput(new File("/dev/null"));
            return builder.start();
        }
        Process process = builder.start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        return process;
    }

    private static void kill(Process process) {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
