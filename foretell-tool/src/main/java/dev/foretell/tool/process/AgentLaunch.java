// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a command is changed so that it loads the agent. A {@code java} command gets it as its first option; anything
 * else (a script, a build tool) gets it through {@code JAVA_TOOL_OPTIONS}, which every JVM it starts will read. JVMs
 * print that variable, and a warning about the agent's boot classes; these lines are noise, which is filtered from the
 * program's output.
 *
 * @param command what to start
 * @param environment variables to set in addition to this process's environment
 * @param noise lines that the output has only because of the agent, each with the line that it would have otherwise;
 *     empty for none
 */
public record AgentLaunch(List<String> command, Map<String, String> environment, Map<String, String> noise) {
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final String ANNOUNCEMENT = "Picked up " + TOOL_OPTIONS + ": ";
    private static final List<String> VMS =
            List.of("OpenJDK 64-Bit Server VM", "Java HotSpot(TM) 64-Bit Server VM", "OpenJDK 64-Bit Client VM");
    private static final String SHARING = " warning: Sharing is only supported for boot loader classes"
            + " because bootstrap classpath has been appended";

    public AgentLaunch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        noise = Map.copyOf(noise);
    }

    /** The command as it is, without the agent. */
    public static AgentLaunch plain(List<String> command) {
        return new AgentLaunch(command, Map.of(), Map.of());
    }

    /**
     * The command with the agent.
     *
     * @param jvmOptions further options for the JVM, placed before the agent
     * @param existing the value of {@code JAVA_TOOL_OPTIONS} of this process, or null
     */
    public static AgentLaunch of(
            List<String> command, Path agent, Path options, List<String> jvmOptions, String existing) {
        List<String> added = new ArrayList<>(jvmOptions);
        added.add("-javaagent:" + agent.toAbsolutePath() + "=" + options.toAbsolutePath());
        Map<String, String> noise = new HashMap<>();
        for (String vm : VMS) {
            noise.put(vm + SHARING, "");
        }
        if (isJava(command)) {
            List<String> changed = new ArrayList<>(command);
            changed.addAll(1, added);
            return new AgentLaunch(changed, Map.of(), noise);
        }
        StringBuilder value = new StringBuilder(existing == null ? "" : existing);
        for (String option : added) {
            value.append(value.isEmpty() ? "" : " ").append(quote(option));
        }
        noise.put(ANNOUNCEMENT + value, existing == null ? "" : ANNOUNCEMENT + existing);
        return new AgentLaunch(command, Map.of(TOOL_OPTIONS, value.toString()), noise);
    }

    /** Whether the program started is a JVM itself, by its name. */
    public static boolean isJava(List<String> command) {
        String program = command.get(0).replace('\\', '/');
        String name = program.substring(program.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return name.equals("java") || name.equals("java.exe");
    }

    /** As the JVM splits the variable: at white space outside quotes, without escapes. */
    private static String quote(String option) {
        if (option.chars().noneMatch(c -> Character.isWhitespace(c) || c == '"' || c == '\'')) {
            return option;
        }
        StringBuilder quoted = new StringBuilder();
        for (char c : option.toCharArray()) {
            if (c == '"') {
                quoted.append("'\"'");
            } else if (c == '\'' || Character.isWhitespace(c)) {
                quoted.append('"').append(c).append('"');
            } else {
                quoted.append(c);
            }
        }
        return quoted.toString();
    }
}
