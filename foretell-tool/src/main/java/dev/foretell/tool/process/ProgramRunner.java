// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import dev.foretell.tool.UserError;
import dev.foretell.tool.process.RunResult.End;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Starts programs, carries their streams, and makes sure that they end: by themselves, by the watchdog, or by an
 * interrupt. Nothing it starts outlives it.
 */
public final class ProgramRunner {
    private static final long LOOK_MILLIS = 20;
    private static final long STREAMS_MILLIS = 2000;

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private volatile boolean interrupted;

    /** Ends all runs and lets no new one start. Called from a shutdown hook. */
    public void interrupt() {
        interrupted = true;
    }

    public boolean interrupted() {
        return interrupted;
    }

    /** Kills all that is still running, at once. */
    public void killAll() {
        running.forEach(ProgramRunner::kill);
    }

    /** Runs a program to its end. Throws {@link UserError} when it cannot be started. */
    public RunResult run(RunRequest request) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (Capture stdout = new Capture(request.keep().resolve("stdout"));
                Capture stderr = new Capture(request.keep().resolve("stderr"))) {
            Process process = start(request);
            running.add(process);
            try {
                feed(process, request.streams().input());
                Thread out = pump(
                        process.getInputStream(), request, request.streams().out(), stdout);
                Thread err = pump(
                        process.getErrorStream(), request, request.streams().err(), stderr);
                End end = await(process, request, begin);
                // A process that the program left behind may keep its streams open: do not wait for that for long.
                out.join(STREAMS_MILLIS);
                err.join(STREAMS_MILLIS);
                double seconds = (System.nanoTime() - begin) / 1e9;
                return new RunResult(process.exitValue(), end, seconds, stdout.fingerprint());
            } finally {
                kill(process);
                running.remove(process);
            }
        }
    }

    private static Process start(RunRequest request) {
        List<String> command = request.launch().command();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(request.directory().toFile());
        builder.environment().putAll(request.launch().environment());
        ProgramInput input = request.streams().input();
        if (input.inherited()) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        } else if (input.source() == null && input.file() != null) {
            builder.redirectInput(input.file().toFile());
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw cannotStart(command.get(0), request.directory(), e);
        }
    }

    private static UserError cannotStart(String program, Path directory, IOException cause) {
        if (!Files.isDirectory(directory)) {
            return UserError.usage(
                    "The working directory " + directory + " of the recorded run does not exist any more."
                            + " Run the command again with 'foretell check'.");
        }
        String reason = "it is not an executable file";
        Path path = directory.resolve(program);
        if (!program.contains(File.separator) && !program.contains("/")) {
            reason = "there is no such program on the PATH";
        } else if (!Files.exists(path)) {
            reason = "there is no such file";
        } else if (Files.isExecutable(path) && !Files.isDirectory(path)) {
            reason = String.valueOf(cause.getMessage());
        }
        return UserError.usage("The program '" + program + "' cannot be started: " + reason
                + ". Put the command that you would type in a shell after '--'.");
    }

    private static void feed(Process process, ProgramInput input) throws IOException {
        if (input.inherited()) {
            return;
        }
        if (input.source() == null) {
            process.getOutputStream().close();
            return;
        }
        Capture copy = new Capture(input.file());
        daemon("stdin", () -> {
            try (copy;
                    OutputStream sink = process.getOutputStream()) {
                byte[] buffer = new byte[8192];
                for (int n = input.source().read(buffer);
                        n >= 0;
                        n = input.source().read(buffer)) {
                    copy.write(buffer, 0, n);
                    copy.flush();
                    sink.write(buffer, 0, n);
                    sink.flush();
                }
            } catch (IOException e) {
                // The program has closed its standard input.
            }
        });
    }

    private static Thread pump(InputStream from, RunRequest request, OutputStream to, Capture capture) {
        return daemon("output", () -> {
            try (NoiseFilter sink =
                    new NoiseFilter(new Tee(capture, to), request.launch().noise())) {
                byte[] buffer = new byte[16384];
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    sink.write(buffer, 0, n);
                    sink.flush();
                }
            } catch (IOException e) {
                // The program has ended, or its copy was closed after it.
            }
        });
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, "foretell-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private End await(Process process, RunRequest request, long begin) throws InterruptedException {
        long deadline = begin + request.limits().timeout().toNanos();
        End end = null;
        while (end == null) {
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return interrupted ? End.INTERRUPTED : End.ITSELF;
            }
            if (interrupted) {
                end = End.INTERRUPTED;
            } else if (request.limits().enough().getAsBoolean()) {
                end = End.ENOUGH;
            } else if (System.nanoTime() > deadline) {
                end = End.TIMEOUT;
            }
        }
        List<ProcessHandle> tree = tree(process);
        if (!request.limits().grace().isZero()) {
            tree.forEach(ProcessHandle::destroy);
            process.waitFor(request.limits().grace().toMillis(), TimeUnit.MILLISECONDS);
        }
        tree.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
        return end;
    }

    /** The process and all it has started, itself last, so that no parent can replace a child in between. */
    private static List<ProcessHandle> tree(Process process) {
        List<ProcessHandle> tree = new ArrayList<>(process.descendants().toList());
        tree.add(process.toHandle());
        return tree;
    }

    private static void kill(Process process) {
        if (process.isAlive()) {
            tree(process).forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Keeps what passes, also after the reader of {@code to} has closed its stream. */
    private static final class Tee extends FilterOutputStream {
        private OutputStream onlooker;

        Tee(OutputStream keep, OutputStream onlooker) {
            super(keep);
            this.onlooker = onlooker;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
            if (onlooker != null) {
                try {
                    onlooker.write(bytes, from, count);
                    onlooker.flush();
                } catch (IOException e) {
                    onlooker = null;
                }
            }
        }

        @Override
        public void close() {
            // The copy is closed by its owner.
        }
    }
}
