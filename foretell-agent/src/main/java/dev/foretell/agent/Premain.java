// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Where the JVM enters the agent. This class and its {@link CoreLoader} are all that the program's class path can see
 * of Foretell; everything else lies in a folder of the agent's jar from which only that loader loads.
 *
 * <p>A failure here must not stop the program: it continues, unobserved, after one line on standard error.
 */
public final class Premain {
    private Premain() {}

    public static void premain(String optionsFile, Instrumentation instrumentation) {
        start(optionsFile, instrumentation);
    }

    /** For a program that runs already. Classes that it has loaded are not instrumented. */
    public static void agentmain(String optionsFile, Instrumentation instrumentation) {
        start(optionsFile, instrumentation);
    }

    @SuppressWarnings("unchecked")
    private static void start(String optionsFile, Instrumentation instrumentation) {
        try {
            File jar = new File(Premain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            CoreLoader loader = new CoreLoader(jar);
            exportUnsafe(instrumentation, loader);
            Object start = loader.loadClass("dev.foretell.agent.AgentStart")
                    .getConstructor(byte[].class)
                    .newInstance((Object) loader.read("foretell-probe.jar"));
            ((BiConsumer<String, Instrumentation>) start).accept(optionsFile, instrumentation);
        } catch (Throwable e) {
            System.err.println("foretell: the agent cannot start, so the program runs unobserved: " + e);
        }
    }

    /** The core defines the probes in the boot loader and reads fields without reflection: both need Unsafe. */
    private static void exportUnsafe(Instrumentation instrumentation, ClassLoader loader) {
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of("jdk.internal.misc", Set.of(loader.getUnnamedModule())),
                Map.of(),
                Set.of(),
                Map.of());
    }
}
