// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ClassListener;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts probes into those classes of the JDK that {@code --include} names and {@link JdkSelection} allows.
 *
 * <p>All of them are instrumented at once, before there is a second thread: which of them are loaded already differs
 * from run to run, and what is loaded later from within a transformer would not be transformed. Those not loaded yet
 * get their probes while they are; the others are redefined, once and together. Redefining must keep fields, methods
 * and modifiers, so that there is no identity field, and no synchronized method is opened.
 */
public final class JdkTransformer implements ClassFileTransformer {
    private static final String[] FOLDERS = {"java/util", "java/text"};

    private final ClassListener listener;
    private final Instrumenter instrumenter;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    private JdkTransformer(ClassListener listener, Instrumenter instrumenter) {
        this.listener = listener;
        this.instrumenter = instrumenter;
    }

    /** Instruments these classes, and reports those that stay closed. */
    public static void install(Instrumentation instrumentation, ClassListener listener, Instrumenter instrumenter) {
        JdkSelection jdkClasses = instrumenter.jdkClasses();
        if (!jdkClasses.any()) {
            return;
        }
        JdkTransformer opener = new JdkTransformer(listener, instrumenter);
        List<String> instrumented = new ArrayList<>();
        instrumentation.addTransformer(opener, true);
        try {
            List<Class<?>> loaded = new ArrayList<>();
            for (String name : names()) {
                if (jdkClasses.contains(name)) {
                    instrumented.add(name);
                    Class<?> type = Class.forName(name.replace('/', '.'), false, null);
                    if (!opener.seen.contains(name)) {
                        loaded.add(type);
                    }
                }
            }
            if (!loaded.isEmpty()) {
                instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
            }
        } catch (IOException | ClassNotFoundException | UnmodifiableClassException | LinkageError e) {
            listener.partial("the JDK", "cannot be instrumented on this JVM: " + e);
        }
        for (String pattern : jdkClasses.patternsWithout(instrumented)) {
            listener.partial(
                    "--include " + pattern,
                    "names no class of the JDK that can be instrumented; these are in java.util and java.text");
        }
        Set<String> closed = jdkClasses.closed();
        if (!closed.isEmpty()) {
            listener.partial(
                    String.join(", ", closed),
                    "not instrumented, because their methods are synchronized or the JVM depends on them; calls of"
                            + " them are described by models");
        }
    }

    /** A superset of the classes that may be opened. */
    static List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        names.add("java/lang/Iterable");
        FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (String folder : FOLDERS) {
            try (DirectoryStream<Path> files =
                    Files.newDirectoryStream(jdk.getPath("/modules/java.base", folder), "*.class")) {
                for (Path file : files) {
                    String name = file.getFileName().toString();
                    names.add(folder + '/' + name.substring(0, name.length() - ".class".length()));
                }
            }
        }
        return names;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || name == null || !instrumenter.jdkClasses().contains(name)) {
            return null;
        }
        try {
            seen.add(name);
            return instrumenter.instrumentJdk(
                    redefined == null ? classFile : JdkImageClass.withStackMaps(name, classFile));
        } catch (Throwable e) {
            listener.failed(name.replace('/', '.'), "instrumenting failed: " + e);
            return null;
        }
    }
}
