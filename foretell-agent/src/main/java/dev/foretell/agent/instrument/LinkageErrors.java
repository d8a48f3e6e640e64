// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ClassListener;
import dev.foretell.probe.Identity;
import dev.foretell.trace.options.RejectedClass;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Separates errors that the JVM throws because of the probes from those that the program has without them. An error is
 * due to the probes when it names Foretell's own classes, or when the JVM rejects a class with probes and accepts the
 * same class without them.
 *
 * <p>Runs on the program's threads in the middle of loading a class: no lambdas, no string concatenation.
 */
public final class LinkageErrors implements Consumer<Throwable> {
    private static final String[] OUR_NAMES = {
        "dev/foretell/probe/", "dev.foretell.probe.", "dev/foretell/agent/", "dev.foretell.agent.", Identity.FIELD
    };
    /** Behind one of these the verifier names the class that it refuses; other names may precede it. */
    private static final String[] MARKS = {"Location:", "(class: "};

    private final ClassListener listener;
    private final Map<String, WeakReference<ClassLoader>> instrumented;
    private final Path directory;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    /** Threads that are here, since looking may throw such an error itself. */
    private final Set<Thread> judging = ConcurrentHashMap.newKeySet();

    /** {@code instrumented} has the classes with probes by internal name, and their loaders. */
    public LinkageErrors(ClassListener listener, Map<String, WeakReference<ClassLoader>> instrumented, Path directory) {
        this.listener = listener;
        this.instrumented = instrumented;
        this.directory = directory;
    }

    @Override
    public void accept(Throwable error) {
        Thread thread = Thread.currentThread();
        try {
            if (error.getClass().getClassLoader() == null && error.getMessage() != null && judging.add(thread)) {
                try {
                    judge(error, error.getMessage());
                } finally {
                    judging.remove(thread);
                }
            }
        } catch (Throwable e) {
            return; // out of stack or memory; the error itself is thrown anyway
        }
    }

    private void judge(Throwable error, String message) {
        String name = namedIn(message);
        if (isRefusal(error, message)) { // may list our types besides, since probes have locals
            if (name != null && !isRefusedWithoutProbes(name)) {
                note(name, error, message);
            }
        } else if (isAboutUs(message)) {
            note(name == null ? caller(error) : name, error, message);
        }
    }

    /** Whether the JVM has rejected a class; programs may throw such errors, too. */
    private static boolean isRefusal(Throwable error, String message) {
        if (error instanceof VerifyError) {
            return markIn(message) > 0;
        }
        if (error instanceof ClassFormatError) {
            StackTraceElement[] stack = error.getStackTrace();
            return stack.length > 0 && stack[0].isNativeMethod();
        }
        return error instanceof ClassCircularityError;
    }

    /** Where the verifier names the class that it refuses; 0 when it does not. */
    private static int markIn(String message) {
        for (String mark : MARKS) {
            int at = message.indexOf(mark);
            if (at >= 0) {
                return at + mark.length();
            }
        }
        return 0;
    }

    private static boolean isAboutUs(String message) {
        for (String name : OUR_NAMES) {
            if (message.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** The first class with probes that a message names; null when there is none. */
    private String namedIn(String message) {
        int begin = -1;
        for (int i = markIn(message); i <= message.length(); i++) {
            char c = i < message.length() ? message.charAt(i) : ' ';
            boolean inName = c == '/' || c == '.' || Character.isJavaIdentifierPart(c);
            if (inName && begin < 0) {
                begin = i;
            } else if (!inName && begin >= 0) {
                String found = known(message.substring(begin, i).replace('.', '/'));
                if (found != null) {
                    return found;
                }
                begin = -1;
            }
        }
        return null;
    }

    /** A name, or the class in the name of a member. */
    private String known(String name) {
        for (String rest = name; !rest.isEmpty(); rest = rest.substring(0, Math.max(0, rest.lastIndexOf('/')))) {
            if (instrumented.containsKey(rest)) {
                return rest;
            }
        }
        return null;
    }

    private String caller(Throwable error) {
        for (StackTraceElement frame : error.getStackTrace()) {
            String name = frame.getClassName().replace('.', '/');
            if (instrumented.containsKey(name)) {
                return name;
            }
        }
        return null;
    }

    /** When the class file cannot be found again, the probes are the likelier reason. */
    private boolean isRefusedWithoutProbes(String name) {
        WeakReference<ClassLoader> reference = instrumented.get(name);
        ClassLoader loader = reference == null ? null : reference.get();
        if (loader == null) {
            return false;
        }
        try (InputStream in = loader.getResourceAsStream(name.concat(".class"))) {
            return in != null && new OriginalLoader(loader).refuses(name.replace('/', '.'), in.readAllBytes());
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private void note(String name, Throwable error, String message) {
        if (name == null || !known.add(name)) {
            return;
        }
        int end = message.indexOf('\n');
        String what = new StringBuilder(error.getClass().getName())
                .append(": ")
                .append(end < 0 ? message : message.substring(0, end).strip())
                .toString();
        String className = name.replace('/', '.');
        listener.failed(className, "the JVM refused it with probes, ".concat(what));
        RejectedClass.note(directory, className, what);
    }

    /** Defines a class once more, to see whether the JVM accepts it without probes. */
    static final class OriginalLoader extends ClassLoader {
        OriginalLoader(ClassLoader parent) {
            super(parent);
        }

        boolean refuses(String className, byte[] classFile) {
            try {
                defineClass(className, classFile, 0, classFile.length).getDeclaredMethods(); // which links it
                return false;
            } catch (VerifyError | ClassFormatError | ClassCircularityError e) {
                return true;
            } catch (LinkageError e) {
                return false; // something that it needs is missing, or closed to another loader
            }
        }
    }
}
