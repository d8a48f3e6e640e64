// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.AgentMode;
import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * Instruments classes, loads them in a loader of their own, and notes each probe call of the thread that made the lab:
 * {@code write Fields.i on Fields}.
 */
final class InstrumentationRig implements AutoCloseable {
    static final AtomicMethods NONE = new AtomicMethods(List.of(), AgentOptions.Regions.LOCKS);

    final List<String> log = new ArrayList<>();
    final List<String> reports = new ArrayList<>();
    final Map<String, ClassInfo> classes = new HashMap<>();
    final List<Site> sites = new ArrayList<>(List.of(Site.UNKNOWN));
    /** What accesses are to call. */
    String accessOwner = Snippet.PROBES;
    /** How many calls deep each probe goes before it notes anything. */
    int depthOfProbes;

    private final Map<String, byte[]> generated = new HashMap<>();
    private final LoggingMode mode;
    private final Instrumenter instrumenter;
    private final Loader loader = new Loader();
    private final ClassLoader untouched = new Untouched();
    private final Thread owner = Thread.currentThread();

    private InstrumentationRig(boolean holdsThreads, AtomicMethods atomic) {
        this(holdsThreads, atomic, new LibraryModel(Models.none()));
    }

    private InstrumentationRig(boolean holdsThreads, AtomicMethods atomic, LibraryModel library) {
        this(holdsThreads, false, atomic, library, List.of());
    }

    private InstrumentationRig(
            boolean holdsThreads, boolean guards, AtomicMethods atomic, LibraryModel library, List<String> include) {
        this(new Wishes(holdsThreads, guards, false, false), atomic, library, include);
    }

    /** What a mode wants to be told. */
    private record Wishes(boolean holdsThreads, boolean guards, boolean exits, boolean uses) {}

    private InstrumentationRig(Wishes wishes, AtomicMethods atomic, LibraryModel library, List<String> include) {
        mode = new LoggingMode(wishes);
        mode.use(library);
        instrumenter = new Instrumenter(mode, new Selection(include, List.of()), atomic, mode.library());
        Probes.install(mode);
        Probes.detach(Probes.current());
    }

    /** With the models that come with the agent. */
    static InstrumentationRig withModels() {
        return new InstrumentationRig(false, NONE, new LibraryModel(models()));
    }

    /** The same, with calls reported on objects that may have no model. */
    static InstrumentationRig withUnmodelledUses() {
        return new InstrumentationRig(
                new Wishes(false, false, false, true), NONE, new LibraryModel(models()), List.of());
    }

    /** Looks into classes of the JDK. */
    static InstrumentationRig lookingInto(boolean holdsThreads, String... include) {
        return new InstrumentationRig(holdsThreads, false, NONE, new LibraryModel(models()), List.of(include));
    }

    private static Models models() {
        try {
            return Models.load(List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InstrumentationRig recording() {
        return new InstrumentationRig(false, NONE);
    }

    static InstrumentationRig holding() {
        return new InstrumentationRig(true, NONE);
    }

    /** With probes behind accesses, and none for order. */
    static InstrumentationRig guarding() {
        return new InstrumentationRig(false, true, NONE, new LibraryModel(models()), List.of());
    }

    /** The same, and told of every line and of the end of every method. */
    static InstrumentationRig guardingExits() {
        return new InstrumentationRig(
                new Wishes(false, true, true, false), NONE, new LibraryModel(models()), List.of());
    }

    /** With atomic methods. */
    static InstrumentationRig of(boolean holdsThreads, AgentOptions.Regions regions, String... atomic) {
        return new InstrumentationRig(holdsThreads, new AtomicMethods(List.of(atomic), regions));
    }

    @Override
    public void close() {
        Probes.detach(Probes.current());
        Probes.install(new SilentMode());
    }

    AgentMode mode() {
        return mode;
    }

    /** The instrumented class with this name, read from the tests' own classes or added before. */
    Class<?> load(String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    InstrumentationRig add(String name, byte[] classFile) {
        generated.put(name, classFile);
        return this;
    }

    /** The result of a static method without arguments; what it throws when it does. */
    Object call(Class<?> type, String name) {
        log.clear();
        return callPlain(type, name);
    }

    static Object callPlain(Class<?> type, String name) {
        try {
            Method method = type.getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(null);
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    byte[] instrument(byte[] classFile) {
        byte[] result = instrumenter.instrument(loader, classFile);
        if (result != null) {
            verify(result);
        }
        return result;
    }

    /** A class of the JDK with probes; null when it has none. */
    byte[] open(String name, byte[] classFile) {
        byte[] result = instrumenter.open().contains(name) ? instrumenter.instrumentJdk(classFile) : null;
        if (result != null) {
            verify(result);
        }
        return result;
    }

    /** Explains better than the JVM does; cannot judge classes whose optional dependencies are missing. */
    private void verify(byte[] classFile) {
        StringWriter problems = new StringWriter();
        ClassReader reader = new ClassReader(classFile);
        CheckClassAdapter.verify(reader, untouched, false, new PrintWriter(problems));
        String text = problems.toString();
        if (!text.isEmpty() && !text.contains("TypeNotPresentException")) {
            throw new AssertionError(reader.getClassName() + ": " + text);
        }
    }

    static byte[] bytes(String name) {
        try (InputStream in =
                InstrumentationRig.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shows the verifier the classes as they were. */
    private final class Untouched extends ClassLoader {
        Untouched() {
            super(InstrumentationRig.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] classFile = generated.get(name);
            if (classFile == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, classFile, 0, classFile.length);
        }
    }

    private final class Loader extends ClassLoader {
        Loader() {
            super(InstrumentationRig.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("sample.") && !generated.containsKey(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (this) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                byte[] original = generated.containsKey(name) ? generated.get(name) : bytes(name);
                byte[] changed = instrument(original);
                byte[] classFile = changed == null ? original : changed;
                return defineClass(name, classFile, 0, classFile.length);
            }
        }
    }

    private final class LoggingMode extends SilentMode {
        private final Wishes wishes;

        LoggingMode(Wishes wishes) {
            this.wishes = wishes;
        }

        @Override
        public boolean asksFor(
                String className, String method, String file, int line, int offset, boolean firstOfLine) {
            return wishes.exits && firstOfLine;
        }

        @Override
        public String accessProbes(String className) {
            return accessOwner;
        }

        @Override
        public boolean asksForEndOf(String className, String method, String file) {
            return wishes.exits;
        }

        @Override
        public boolean seesAccessesEnd() {
            return wishes.guards;
        }

        @Override
        public boolean seesVolatiles() {
            return !wishes.guards;
        }

        @Override
        public boolean seesOrder() {
            return !wishes.guards;
        }

        @Override
        public synchronized int define(ClassInfo info) {
            classes.put(info.name(), info);
            sites.addAll(info.sites());
            return sites.size() - info.sites().size();
        }

        @Override
        public void skipped(String className) {
            reports.add("skipped " + className);
        }

        @Override
        public void failed(String className, String reason) {
            reports.add("failed " + className + ": " + reason);
        }

        @Override
        public void partial(String method, String reason) {
            reports.add("partial " + method + ": " + reason);
        }

        @Override
        public void unmodelled(String method, String place) {
            reports.add("unmodelled " + method + " at " + place);
        }

        @Override
        public boolean seesUnmodelled() {
            return wishes.uses;
        }

        @Override
        public boolean holdsThreads() {
            return wishes.holdsThreads;
        }

        @Override
        public ThreadProbe attach(Thread thread) {
            return new LogProbe(thread) {
                @Override
                void note(String text, int site) {
                    if (Thread.currentThread() == owner && deep(depthOfProbes) >= 0) {
                        String what = site < 0 ? "" : sites.get(site).shortWhat();
                        log.add((what.isEmpty() ? text : text.replace("{}", what)).replace(" {}", ""));
                    }
                }
            };
        }
    }

    private static int deep(int calls) {
        return calls == 0 ? 0 : deep(calls - 1) + 1;
    }

    /** Between tests: ignores everything. */
    private static class SilentMode extends AgentMode {
        @Override
        public int define(ClassInfo info) {
            return 1;
        }

        @Override
        public void skipped(String className) {}

        @Override
        public void failed(String className, String reason) {}

        @Override
        public void partial(String method, String reason) {}

        @Override
        public void unmodelled(String method, String place) {}

        @Override
        public boolean holdsThreads() {
            return false;
        }

        @Override
        public void close() {}

        @Override
        public ThreadProbe attach(Thread thread) {
            return new LogProbe(thread) {
                @Override
                void note(String text, int site) {}
            };
        }

        @Override
        public void starting(Thread thread) {}

        @Override
        public void exiting(Thread thread) {}

        @Override
        public void leaving(Thread thread, Throwable exception) {}

        @Override
        public void uncaught(Thread thread, Throwable exception) {}
    }
}
