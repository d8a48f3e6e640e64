// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * JVMs that run a build tool, not the program: {@code foretell check -- mvn test} is about the tests, which the build
 * tool starts in a JVM of their own. Recording the tool itself would take minutes and find races of the tool. A user
 * who names the tool's main class in a {@code java} command, or classes with {@code --include}, wants it recorded.
 */
public final class BuildTool {
    /** The file in the folder of the traces that records that such a JVM was not instrumented. */
    private static final String MARK = "left-alone";

    private static final List<String> MAIN_CLASSES = List.of(
            "org.codehaus.plexus.classworlds.launcher.Launcher",
            "org.gradle.wrapper.GradleWrapperMain",
            "org.gradle.launcher.GradleMain",
            "org.gradle.launcher.daemon.bootstrap.GradleDaemon");

    private BuildTool() {}

    /**
     * Whether the agent instruments nothing in a JVM because it runs a build tool.
     *
     * @param commandLine main class and arguments
     * @param toolOptions the variable {@code JAVA_TOOL_OPTIONS}, or null
     * @param optionsFile of the agent; in {@code toolOptions} unless the user's command is a {@code java} command
     */
    public static boolean isLeftAlone(
            String commandLine, String toolOptions, String optionsFile, AgentOptions options) {
        int end = commandLine.indexOf(' ');
        String mainClass = end < 0 ? commandLine : commandLine.substring(0, end);
        return MAIN_CLASSES.contains(mainClass)
                && toolOptions != null
                && toolOptions.contains(optionsFile)
                && options.get(AgentOptions.INCLUDE).isEmpty();
    }

    /** Records in the folder of the traces that a JVM was not instrumented. */
    public static void mark(Path traces) throws IOException {
        Files.createDirectories(traces);
        Files.write(
                traces.resolve(MARK),
                "the JVM of the build tool, which was left alone\n".getBytes(StandardCharsets.UTF_8));
    }

    /** What was recorded; empty when no build tool was seen. */
    public static String marked(Path traces) {
        try {
            return Files.readString(traces.resolve(MARK)).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
