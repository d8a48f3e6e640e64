// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import dev.foretell.agent.runtime.Lifeline;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.BuildTool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import jdk.internal.misc.Unsafe;

/**
 * The first class of the agent's core: defines the probes, then installs the mode.
 *
 * <p>The probes are defined directly in the boot loader. A jar appended to the boot class path would work as well, but
 * needs a file, which is left behind when the program is killed, and makes the JVM print a warning about class data
 * sharing.
 */
public final class AgentStart implements BiConsumer<String, Instrumentation> {
    private static final String PARENT = "dev.foretell.probe.ThreadProbe";

    private final byte[] probeJar;

    public AgentStart(byte[] probeJar) {
        this.probeJar = probeJar;
    }

    @Override
    public void accept(String optionsFile, Instrumentation instrumentation) {
        if (isRunning()) {
            complain("its agent is named twice on this command line; the second one does nothing");
            return;
        }
        AgentOptions options;
        try {
            options = AgentOptions.read(Path.of(optionsFile));
        } catch (IOException | RuntimeException e) {
            String problem = "the agent's options cannot be read from " + optionsFile + " (" + e + ")";
            fail(problem + ", so the program runs unobserved", directoryIn(optionsFile));
            return;
        }
        String commandLine = System.getProperty("sun.java.command", "");
        if (!options.concerns(commandLine)) {
            return;
        }
        try {
            if (BuildTool.isLeftAlone(commandLine, System.getenv("JAVA_TOOL_OPTIONS"), optionsFile, options)) {
                BuildTool.mark(options.get(AgentOptions.DIRECTORY));
                tie(Lifeline.of(options, optionsFile));
                return;
            }
            readProbes(instrumentation, defineProbes());
            ModeInstaller.begin(options, optionsFile, instrumentation);
        } catch (Throwable e) {
            fail("the agent cannot start, so the program runs unobserved: " + e, options.get(AgentOptions.DIRECTORY));
        }
    }

    /** In a JVM without probes. */
    private static void tie(Lifeline lifeline) {
        if (lifeline != null) {
            Thread thread = new Thread(Lifeline.group(), lifeline, Lifeline.NAME, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
        }
    }

    /** The directory in options that are wrong; null when there is none. */
    private static Path directoryIn(String optionsFile) {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(Path.of(optionsFile), StandardCharsets.UTF_8)) {
            properties.load(in);
            return Path.of(properties.getProperty(AgentOptions.DIRECTORY.name()));
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private static boolean isRunning() {
        try {
            return Class.forName("dev.foretell.probe.Probes", false, null) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private Class<?> defineProbes() throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (ZipInputStream jar = new ZipInputStream(new ByteArrayInputStream(probeJar))) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                String path = entry.getName();
                if (path.endsWith(".class") && !path.endsWith("package-info.class")) {
                    String name = path.substring(0, path.length() - ".class".length());
                    classes.put(name.replace('/', '.'), jar.readAllBytes());
                }
            }
        }
        define(PARENT, classes.remove(PARENT)); // first: another one inherits from it
        Class<?> last = null;
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            last = define(each.getKey(), each.getValue());
        }
        return last;
    }

    private static Class<?> define(String name, byte[] classFile) {
        return Unsafe.getUnsafe().defineClass(name, classFile, 0, classFile.length, null, null);
    }

    /** The JDK's own hooks call the probes, and the probes use Unsafe. */
    private static void readProbes(Instrumentation instrumentation, Class<?> probe) {
        Module probes = probe.getModule();
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(probes),
                Map.of("jdk.internal.misc", Set.of(probes)),
                Map.of(),
                Set.of(),
                Map.of());
    }

    private static void complain(String sentence) {
        System.err.println("foretell: " + sentence);
    }

    /** Reports to the user, and to the tool, which may not see what the program prints. */
    private static void fail(String sentence, Path directory) {
        complain(sentence);
        if (directory != null) {
            try {
                Files.createDirectories(directory);
                Files.write(directory.resolve("agent-failed"), (sentence + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException | RuntimeException e) {
                complain("and cannot write to " + directory + ": " + e);
            }
        }
    }
}
