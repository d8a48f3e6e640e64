// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ClassListener;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.model.LibraryModel;
import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassTooLargeException;

/**
 * Called by the JVM for every class it loads. Decides which are the program's own, has them instrumented, and reports
 * all others. Never throws: a class that cannot be instrumented runs as it is.
 */
public final class Transformer implements ClassFileTransformer {
    private static final int FIRST_JAVA_VERSION = 44;
    private static final int NEWEST = org.objectweb.asm.Opcodes.V28 - FIRST_JAVA_VERSION;

    private final ClassListener listener;
    private final Selection selection;
    private final Instrumenter instrumenter;
    private final ClassLoader agentLoader = Transformer.class.getClassLoader();
    private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
    private final Class<?> probes;
    private final LoaderMap<Boolean> visible = new LoaderMap<>();
    private final Map<String, WeakReference<ClassLoader>> instrumented = new ConcurrentHashMap<>();

    /** {@code probes} is the class that instrumented code calls; a loader that cannot see it is left alone. */
    public Transformer(
            ProbePlan plan,
            ClassListener listener,
            Selection selection,
            AtomicMethods atomic,
            LibraryModel library,
            Class<?> probes) {
        this.listener = listener;
        this.selection = selection;
        this.probes = probes;
        this.instrumenter = new Instrumenter(plan, listener, selection, atomic, library);
    }

    /** Classes with probes, by their internal names, and the last loader of each. */
    public Map<String, WeakReference<ClassLoader>> instrumented() {
        return instrumented;
    }

    public Instrumenter instrumenter() {
        return instrumenter;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile) {
        boolean isOurs = loader == agentLoader || loader instanceof LinkageErrors.OriginalLoader;
        if (loader == null || loader == platform || isOurs || name == null) {
            return null;
        }
        try {
            if (isJdkModule(module) || selection.isForeign(name)) {
                return null;
            }
            if (!selection.isWanted(name) || !sees(loader)) {
                listener.skipped(name.replace('/', '.'));
                return null;
            }
            byte[] changed = instrumenter.instrument(loader, classFile);
            if (changed != null) {
                instrumented.put(name, new WeakReference<>(loader));
            }
            return changed;
        } catch (Throwable e) {
            reportFailure(name, classFile, e);
            return null;
        }
    }

    /** Tools of the JDK, such as its compiler, live in the loader of the program. */
    private static boolean isJdkModule(Module module) {
        String name = module.getName();
        return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
    }

    /**
     * A loader that does not delegate to its parents, or has its own classes in the package of the probes, cannot run
     * instrumented code.
     */
    private boolean sees(ClassLoader loader) {
        Boolean answer = visible.get(loader);
        if (answer == null) {
            boolean found;
            try {
                found = loader.loadClass(probes.getName()) == probes;
            } catch (ClassNotFoundException e) {
                found = false;
            }
            answer = visible.putIfAbsent(loader, found);
        }
        return answer;
    }

    private void reportFailure(String name, byte[] classFile, Throwable cause) {
        try {
            listener.failed(name.replace('/', '.'), reason(classFile, cause));
        } catch (Throwable e) {
            // Nothing more can be done, and the program must not notice.
        }
    }

    private static String reason(byte[] classFile, Throwable cause) {
        if (classFile.length > 7) {
            int major = ((classFile[6] & 0xFF) << 8) | (classFile[7] & 0xFF);
            if (major - FIRST_JAVA_VERSION > NEWEST) {
                return "its class file is for Java " + (major - FIRST_JAVA_VERSION) + ", newer than the Java " + NEWEST
                        + " this version of Foretell knows; update Foretell";
            }
        }
        if (cause instanceof RejectedClassException) {
            return cause.getMessage();
        }
        if (cause instanceof ClassTooLargeException) {
            return "with probes it would exceed the JVM's limit of 65,535 constants";
        }
        return "instrumenting failed: " + cause;
    }
}
