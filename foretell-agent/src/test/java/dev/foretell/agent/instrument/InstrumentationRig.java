// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlan;
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
 * Instruments classes, loads them in a loader of their own, and notes each probe call of the thread that made the rig:
 * {@code write Fields.i on Fields}.
 */
final class InstrumentationRig implements AutoCloseable {
    static final AtomicMethods NONE = new AtomicMethods(List.of(), AgentOptions.Regions.LOCKS);

    final List<String> log = new ArrayList<>();
    final List<String> reports = new ArrayList<>();
    final Map<String, ClassInfo> classes = new HashMap<>();
    final List<Site> sites = new ArrayList<>(List.of(Site.UNKNOWN));
    /** The class that accesses call. */
    String accessOwner = Snippet.PROBES;
    /** How many calls deep each probe goes before it notes anything. */
    int depthOfProbes;

    private final Map<String, byte[]> generated = new HashMap<>();
    private final LoggingMode mode;
    private final Instrumenter instrumenter;
    private final Loader loader = new Loader();
    private final ClassLoader untouched = new Untouched();
    private final Thread owner = Thread.currentThread();

    private InstrumentationRig(ProbePlan plan, AtomicMethods atomic, LibraryModel library, String... include) {
        mode = new LoggingMode(plan);
        mode.use(library);
        Selection selection = new Selection(List.of(include), List.of());
        ProbePlan called = plan.calling(className -> accessOwner);
        instrumenter = new Instrumenter(called, mode, selection, atomic, mode.library());
        Probes.install(mode);
        Probes.detach(Probes.current());
    }

    private static ProbePlan plan(boolean blocksThreads) {
        ProbePlan plan = ProbePlan.of(ProbeGroup.VOLATILE, ProbeGroup.LOCK, ProbeGroup.ORDER);
        return blocksThreads ? plan.with(ProbeGroup.BEFORE_LOCK, ProbeGroup.TIMED_WAIT) : plan;
    }

    /** With the models that come with the agent. */
    static InstrumentationRig withModels() {
        return new InstrumentationRig(plan(false), NONE, new LibraryModel(models()));
    }

    /** The same, with probes at calls on objects that may have no model. */
    static InstrumentationRig withUnmodelledUses() {
        return new InstrumentationRig(plan(false).with(ProbeGroup.UNMODELLED_USE), NONE, new LibraryModel(models()));
    }

    /** Instruments classes of the JDK, too. */
    static InstrumentationRig withJdk(boolean blocksThreads, String... include) {
        return new InstrumentationRig(plan(blocksThreads), NONE, new LibraryModel(models()), include);
    }

    private static Models models() {
        try {
            return Models.load(List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InstrumentationRig recording() {
        return of(false, AgentOptions.Regions.LOCKS);
    }

    static InstrumentationRig directing() {
        return of(true, AgentOptions.Regions.LOCKS);
    }

    /** With probes after accesses, and none for order. */
    static InstrumentationRig watching() {
        return new InstrumentationRig(ProbePlan.of(ProbeGroup.ACCESS_END), NONE, new LibraryModel(models()));
    }

    /** The same, with probes before every line and at the end of every method. */
    static InstrumentationRig watchingExits() {
        ProbePlan plan = ProbePlan.of(ProbeGroup.ACCESS_END).at(new InstrumenterSetting.LinesAndMethodEnds());
        return new InstrumentationRig(plan, NONE, new LibraryModel(models()));
    }

    /** With atomic methods. */
    static InstrumentationRig of(boolean blocksThreads, AgentOptions.Regions regions, String... atomic) {
        return new InstrumentationRig(
                plan(blocksThreads), new AtomicMethods(List.of(atomic), regions), new LibraryModel(Models.none()));
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
        byte[] result = instrumenter.jdkClasses().contains(name) ? instrumenter.instrumentJdk(classFile) : null;
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
        private final ProbePlan plan;

        LoggingMode(ProbePlan plan) {
            this.plan = plan;
        }

        @Override
        public ProbePlan plan() {
            return plan;
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
        public ProbePlan plan() {
            return ProbePlan.of();
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
