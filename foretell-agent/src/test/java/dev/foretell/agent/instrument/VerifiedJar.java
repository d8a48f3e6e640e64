// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassTooLargeException;

/**
 * Loads every class of a jar with probes in it, and has the JVM's verifier look at it. Nothing of them is run: asking
 * for a class's constructors links it, and linking verifies, but does not initialise.
 */
final class VerifiedJar {
    /** What became of the classes of one jar in one setting. */
    static final class Result {
        int classes;
        /** Those that were changed. */
        int instrumented;
        /** Those of them that the verifier accepted. */
        int verified;
        /** Those that the verifier does not accept as they come either, most often for lack of other jars. */
        int brokenBefore;
        /** Ours: class and error. */
        final Map<String, String> failed = new TreeMap<>();
        /** Methods and classes that were left as they are because they would have exceeded a limit of the JVM. */
        final Set<String> tooLarge = new TreeSet<>();
    }

    private final Map<String, byte[]> classPath = new HashMap<>();
    private final Map<Path, List<String>> names = new HashMap<>();
    /** Names of classes that cannot be linked as they come. */
    private final Map<String, String> broken = new HashMap<>();

    private final TreeSet<String> asked = new TreeSet<>();

    /** All of these jars can see each other's classes; the first that has a class gives it. */
    VerifiedJar(List<Path> jars) throws IOException {
        for (Path jar : jars) {
            List<String> own = new ArrayList<>();
            try (ZipFile file = new ZipFile(jar.toFile())) {
                for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
                    ZipEntry entry = all.nextElement();
                    String path = entry.getName();
                    if (path.endsWith(".class") && !path.startsWith("META-INF/") && !path.endsWith("-info.class")) {
                        String name = path.substring(0, path.length() - ".class".length())
                                .replace('/', '.');
                        try (InputStream in = file.getInputStream(entry)) {
                            if (classPath.putIfAbsent(name, in.readAllBytes()) == null) {
                                own.add(name);
                            }
                        }
                    }
                }
            }
            names.put(jar, own);
        }
    }

    /** Tries all classes of one of the jars. */
    Result verify(Path jar, InstrumenterSetting setting) throws IOException {
        Result result = new Result();
        List<String> reports = new ArrayList<>();
        findBroken(jar);
        InstrumentedLoader loader = new InstrumentedLoader(setting.instrumenter(reports));
        for (String name : names.get(jar)) {
            result.classes++;
            String error = link(loader, name);
            if (loader.failures.get(name) instanceof ClassTooLargeException) {
                result.tooLarge.add(name);
            } else if (loader.failures.containsKey(name)) {
                result.failed.put(name, "instrumenting failed: " + loader.failures.get(name));
            } else if (loader.changed.contains(name)) {
                result.instrumented++;
                if (error == null) {
                    result.verified++;
                } else if (broken.containsKey(name)) {
                    result.brokenBefore++;
                } else {
                    result.failed.put(name, error);
                }
            }
        }
        for (String report : reports) {
            if (report.contains("64 KB of code")) {
                result.tooLarge.add(report.substring(0, report.indexOf(':')));
            }
        }
        return result;
    }

    private void findBroken(Path jar) {
        if (asked.add(jar.toString())) {
            ClassLoader plain = new PlainLoader();
            for (String name : names.get(jar)) {
                String error = link(plain, name);
                if (error != null) {
                    broken.put(name, error);
                }
            }
        }
    }

    /** Null when the class can be linked. */
    static String link(ClassLoader loader, String name) {
        try {
            Class.forName(name, false, loader).getDeclaredConstructors();
            return null;
        } catch (ClassNotFoundException | LinkageError | TypeNotPresentException | SecurityException e) {
            return e.toString().lines().limit(6).toList().toString();
        }
    }

    /** The classes as they come. Asked before its parents, which have other versions of some of them. */
    private class PlainLoader extends ClassLoader {
        PlainLoader() {
            super(VerifiedJar.class.getClassLoader());
        }

        byte[] prepare(String name, byte[] classFile) {
            return classFile;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] classFile = classPath.get(name);
            if (classFile == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (this) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                byte[] prepared = prepare(name, classFile);
                return defineClass(name, prepared, 0, prepared.length);
            }
        }

        @Override
        public InputStream getResourceAsStream(String path) {
            if (path.endsWith(".class")) {
                byte[] classFile = classPath.get(
                        path.substring(0, path.length() - ".class".length()).replace('/', '.'));
                if (classFile != null) {
                    return new java.io.ByteArrayInputStream(classFile);
                }
            }
            return super.getResourceAsStream(path);
        }
    }

    private final class InstrumentedLoader extends PlainLoader {
        private final Instrumenter instrumenter;
        final TreeSet<String> changed = new TreeSet<>();
        final Map<String, Throwable> failures = new HashMap<>();

        InstrumentedLoader(Instrumenter instrumenter) {
            this.instrumenter = instrumenter;
        }

        @Override
        byte[] prepare(String name, byte[] classFile) {
            try {
                byte[] result = instrumenter.instrument(this, classFile);
                if (result != null) {
                    changed.add(name);
                    return result;
                }
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                failures.put(name, e);
            }
            return classFile;
        }
    }
}
