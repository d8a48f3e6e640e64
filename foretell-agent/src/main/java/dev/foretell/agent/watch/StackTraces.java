// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.List;

/** Stack traces without the agent's frames, for reports. */
final class StackTraces {
    private static final int MOST_FRAMES = 40;

    private StackTraces() {}

    /** Of the current thread. */
    static List<String> here() {
        return text(new Throwable().getStackTrace());
    }

    /** Of another thread, if it is at this site or has returned to it; otherwise empty. */
    static List<String> at(Thread thread, Site site) {
        if (thread == null) {
            return List.of();
        }
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement frame : stack) {
            if (!isOwn(frame.getClassName())) {
                boolean same = frame.getClassName().equals(site.className())
                        && frame.getMethodName().equals(site.methodName())
                        && (frame.getLineNumber() == site.line() || site.line() < 0);
                return same ? text(stack) : List.of();
            }
        }
        return List.of();
    }

    private static List<String> text(StackTraceElement[] stack) {
        List<String> lines = new ArrayList<>();
        boolean inProgram = false;
        for (StackTraceElement frame : stack) {
            inProgram |= !isOwn(frame.getClassName());
            boolean hidden = frame.getClassName().contains("$$Lambda");
            if (inProgram && !hidden && lines.size() < MOST_FRAMES) {
                lines.add(text(frame));
            }
        }
        return lines;
    }

    private static String text(StackTraceElement frame) {
        StringBuilder out = new StringBuilder(frame.getClassName());
        out.append('.').append(frame.getMethodName()).append('(');
        if (frame.getFileName() == null) {
            out.append(frame.isNativeMethod() ? "native" : "unknown");
        } else {
            out.append(frame.getFileName());
            if (frame.getLineNumber() >= 0) {
                out.append(':').append(frame.getLineNumber());
            }
        }
        return out.append(')').toString();
    }

    /** Whether a class is one of the agent. */
    static boolean isAgent(String className) {
        return className.startsWith("dev.foretell.agent.") || className.startsWith("dev.foretell.probe.");
    }

    /** Also frames of the JDK between the program's and the agent's: {@code Thread.sleep} within a probe. */
    private static boolean isOwn(String className) {
        return isAgent(className) || className.startsWith("java.lang.Thread") || className.startsWith("jdk.internal.");
    }
}
