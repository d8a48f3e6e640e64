// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.ProgressListener;
import dev.foretell.tool.process.ProgramInput;
import dev.foretell.tool.process.ProgramRunner;
import dev.foretell.trace.words.Visible;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The terminal, or the streams in its place, and the state of this one call of the tool. Progress is one changing line
 * on a terminal, a line now and then in a log, and nothing in a JSON session.
 */
final class Console {
    private static final long SPARSE_NANOS = 10_000_000_000L;
    private static final long LIVELY_NANOS = 100_000_000L;

    private final PrintStream out;
    private final PrintStream err;
    private final InputStream in;
    private final boolean inputIsTerminal;
    private final boolean errorIsTerminal;
    private final String launcher;
    private final ProgramRunner runner = new ProgramRunner();
    private final List<Closeable> locks = new ArrayList<>();
    private volatile OutputFolder folder;
    private boolean quiet;
    private boolean lineOpen;
    private long lastProgress = System.nanoTime();

    Console(
            PrintStream out,
            PrintStream err,
            InputStream in,
            boolean inputIsTerminal,
            boolean errorIsTerminal,
            String launcher) {
        this.out = out;
        this.err = err;
        this.in = in;
        this.inputIsTerminal = inputIsTerminal;
        this.errorIsTerminal = errorIsTerminal;
        this.launcher = launcher;
    }

    /** Of this process. The launcher script passes on which streams are terminals and how it was called. */
    static Console ofProcess() {
        boolean attached = System.console() != null;
        return new Console(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                new FileInputStream(FileDescriptor.in),
                flag("foretell.stdin.terminal", attached),
                flag("foretell.stderr.terminal", attached),
                System.getProperty("foretell.launcher", "foretell"));
    }

    private static boolean flag(String property, boolean otherwise) {
        String value = System.getProperty(property);
        return value == null ? otherwise : Boolean.parseBoolean(value);
    }

    ProgramRunner runner() {
        return runner;
    }

    String launcher() {
        return launcher;
    }

    /** No progress, because a program reads the output. */
    void quiet() {
        quiet = true;
    }

    /** The folder this call works in, for the log of an internal error. */
    void workingIn(OutputFolder newFolder) {
        folder = newFolder;
    }

    /** Holds a lock until {@link #release}, or the end of the process. */
    void keep(Closeable lock) {
        locks.add(lock);
    }

    /** The command is over. */
    void release() {
        for (Closeable lock : locks) {
            try {
                lock.close();
            } catch (IOException e) {
                continue; // released when the process ends
            }
        }
        locks.clear();
    }

    OutputFolder folder() {
        return folder;
    }

    /** The result, on standard output. */
    void print(String text) {
        clearLine();
        out.print(text);
        out.flush();
    }

    /** Progress, hints and errors, on standard error. */
    void say(String line) {
        clearLine();
        err.println(Visible.text(line));
        err.flush();
    }

    /** The program's own output; in a JSON session standard output belongs to the report. */
    OutputStream programOut(boolean json) {
        return new Cleared(json ? err : out);
    }

    OutputStream programErr() {
        return new Cleared(err);
    }

    /** A terminal is inherited; any other input is kept for the re-executions. */
    ProgramInput input(Path copy) {
        return inputIsTerminal ? ProgramInput.TERMINAL : ProgramInput.live(in, copy);
    }

    ProgressListener progress() {
        return this::progress;
    }

    private synchronized void progress(String text) {
        if (quiet) {
            return;
        }
        long now = System.nanoTime();
        if (now - lastProgress < (errorIsTerminal ? LIVELY_NANOS : SPARSE_NANOS)) {
            return;
        }
        lastProgress = now;
        if (errorIsTerminal) {
            err.print("\r\u001b[K" + text + " ...");
            err.flush();
            lineOpen = true;
        } else {
            err.println("foretell: " + text + " ...");
        }
    }

    private synchronized void clearLine() {
        if (lineOpen) {
            err.print("\r\u001b[K");
            err.flush();
            lineOpen = false;
        }
    }

    /** Clears the progress line before anything else is written. */
    private final class Cleared extends OutputStream {
        private final PrintStream target;

        Cleared(PrintStream target) {
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            clearLine();
            target.write(bytes, from, count);
            if (target.checkError()) {
                throw new IOException("the reader has closed the stream");
            }
        }

        @Override
        public void flush() {
            target.flush();
        }
    }
}
