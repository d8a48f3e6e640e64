// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.runtime.ExceptionText;
import dev.foretell.agent.stall.StallVerdict;
import dev.foretell.trace.evidence.Evidence;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code evidence} beside the trace: how this run failed. Each line is one write to the operating system. What
 * cannot be written is lost; the program must not notice.
 */
final class EvidenceFile {
    private static final int MOST_FRAMES = 200;
    private static final int MOST_EXCEPTIONS = 100;

    private final Path folder;
    private int exceptions;

    EvidenceFile(Path folder) {
        this.folder = folder;
    }

    /**
     * An exception leaves a thread and no handler of the program handles it; {@code known} is null when the thread has
     * no creation path.
     */
    synchronized void thrown(ProgramThreads.Known known, Thread thread, Throwable exception) {
        if (exceptions++ < MOST_EXCEPTIONS) {
            add(
                    Evidence.THROWN,
                    failedThread(known, thread, ExceptionText.what(exception), List.of(), exception.getStackTrace()));
        }
    }

    synchronized void verdict(StallVerdict verdict, ProgramThreads threads) {
        StringBuilder times =
                new StringBuilder().append(verdict.since()).append(' ').append(System.currentTimeMillis());
        add(Evidence.STANDS, times.toString());
        for (StallVerdict.InCycle member : verdict.cycle()) {
            Thread thread = member.thread();
            add(
                    Evidence.LOCKED,
                    failedThread(threads.find(thread), thread, member.wants(), member.holds(), member.stack()));
        }
        if (!verdict.deadlock().isEmpty()) {
            add(Evidence.DEADLOCK, verdict.deadlock());
        }
        if (!verdict.stacks().isEmpty()) {
            add(Evidence.WAITING, verdict.stacks());
        }
    }

    synchronized void deadlockUnchecked() {
        add(Evidence.DEADLOCK_UNCHECKED, "");
    }

    synchronized void stopped() {
        add(Evidence.FINAL, "");
    }

    private static String failedThread(
            ProgramThreads.Known known, Thread thread, String what, List<String> locks, StackTraceElement[] stack) {
        String path = known == null
                ? new StringBuilder("jvm:").append(thread.getName()).toString()
                : known.path;
        List<String> frames = new ArrayList<>();
        for (int i = 0; i < stack.length && frames.size() < MOST_FRAMES; i++) {
            if (!ExceptionText.isOwn(stack[i].getClassName())) {
                frames.add(frame(stack[i]));
            }
        }
        return new Evidence.FailedThread(path, thread.getName(), what, locks, frames).text();
    }

    /** Without modules and loaders. */
    private static String frame(StackTraceElement frame) {
        StringBuilder out = new StringBuilder(frame.getClassName());
        out.append('.').append(frame.getMethodName()).append('(');
        if (frame.isNativeMethod()) {
            out.append("Native Method");
        } else if (frame.getFileName() == null) {
            out.append("Unknown Source");
        } else {
            out.append(frame.getFileName());
            if (frame.getLineNumber() >= 0) {
                out.append(':').append(frame.getLineNumber());
            }
        }
        return out.append(')').toString();
    }

    private void add(String key, String value) {
        try (FileOutputStream out =
                new FileOutputStream(folder.resolve(Evidence.FILE).toFile(), true)) {
            out.write(Evidence.line(key, value).getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            return; // when the disk is full, recording stops too, and the trace has the reason
        }
    }
}
