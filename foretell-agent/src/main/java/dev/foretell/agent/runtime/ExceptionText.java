// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.runtime;

import jdk.internal.misc.Unsafe;

/**
 * Describes an exception that has left a thread, the same in every mode so that runs can be compared: {@code thread:
 * class: message at place}. Runs on the program's threads: no lambdas, no string concatenation, and no methods of the
 * program's own exception classes, which might have effects.
 */
public final class ExceptionText {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MESSAGE = UNSAFE.objectFieldOffset(Throwable.class, "detailMessage");

    private ExceptionText() {}

    /** {@code thread} is what the thread is called in this mode. */
    public static String describe(String thread, Throwable exception) {
        StringBuilder text = new StringBuilder(thread).append(": ");
        text.append(exception.getClass().getName());
        int known = text.length();
        try {
            message(exception, text);
            place(exception.getStackTrace(), text);
        } catch (Throwable e) {
            text.setLength(known); // the exception's own methods failed
        }
        return text.toString();
    }

    /** {@code class: message}. */
    public static String what(Throwable exception) {
        StringBuilder text = new StringBuilder(exception.getClass().getName());
        int known = text.length();
        try {
            message(exception, text);
        } catch (Throwable e) {
            text.setLength(known);
        }
        return text.toString();
    }

    private static void message(Throwable exception, StringBuilder text) {
        boolean isOfJdk = exception.getClass().getClassLoader() == null;
        Object message = isOfJdk ? exception.getMessage() : UNSAFE.getReference(exception, MESSAGE);
        if (message != null) {
            text.append(": ").append(message);
        }
    }

    /** The innermost line of the program; of the JDK when the program has none. */
    private static void place(StackTraceElement[] stack, StringBuilder text) {
        StackTraceElement shown = null;
        for (StackTraceElement frame : stack) {
            if (isOfProgram(frame.getClassName()) && !isAccessor(frame)) {
                shown = frame;
                break;
            }
            if (shown == null && !isOwn(frame.getClassName())) {
                shown = frame;
            }
        }
        if (shown == null) {
            return;
        }
        text.append(" at ");
        if (shown.getFileName() == null || shown.getLineNumber() < 0) {
            text.append(shown.getClassName()).append('.').append(shown.getMethodName());
        } else {
            text.append(shown.getFileName()).append(':').append(shown.getLineNumber());
        }
    }

    /**
     * Whether a compiler made the method so that nested classes reach private members; its line is that of the class.
     */
    private static boolean isAccessor(StackTraceElement frame) {
        return frame.getMethodName().startsWith("access$");
    }

    private static boolean isOfProgram(String className) {
        return !isOwn(className)
                && !className.startsWith("java.")
                && !className.startsWith("javax.")
                && !className.startsWith("jdk.")
                && !className.startsWith("sun.")
                && !className.startsWith("com.sun.");
    }

    /** Whether a class is part of what runs here besides the program. */
    public static boolean isOwn(String className) {
        return className.startsWith("dev.foretell.probe.") || className.startsWith("dev.foretell.agent.");
    }
}
