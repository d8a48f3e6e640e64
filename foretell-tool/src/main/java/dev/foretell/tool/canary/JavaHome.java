// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.canary;

import dev.foretell.tool.process.AgentLaunch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JVM that a command will use, as far as it is known without running it.
 *
 * @param executable what to start
 * @param release the release file of its JDK (version, vendor); empty when that is not known
 */
public record JavaHome(String executable, Optional<String> release) {
    /** The command's own {@code java}, or the one that a script would find. */
    public static JavaHome of(List<String> command, Path directory, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "");
        if (AgentLaunch.isJava(command)) {
            return of(find(command.get(0), directory, path), command.get(0));
        }
        String home = environment.get("JAVA_HOME");
        if (home != null && Files.isExecutable(Path.of(home, "bin", "java"))) {
            return of(Optional.of(Path.of(home, "bin", "java")), "java");
        }
        Optional<Path> found = find("java", directory, path);
        return found.isPresent() ? of(found, "java") : own();
    }

    /** The JVM this tool runs on. */
    public static JavaHome own() {
        return of(Optional.of(Path.of(System.getProperty("java.home"), "bin", "java")), "java");
    }

    private static JavaHome of(Optional<Path> found, String otherwise) {
        return new JavaHome(found.map(Path::toString).orElse(otherwise), found.flatMap(JavaHome::describe));
    }

    private static Optional<Path> find(String program, Path directory, String path) {
        if (program.contains("/") || program.contains(File.separator)) {
            return Optional.of(directory.resolve(program)).filter(Files::isExecutable);
        }
        for (String folder : path.split(File.pathSeparator)) {
            Path candidate = directory.resolve(folder).resolve(program);
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> describe(Path executable) {
        try {
            Path home = executable.toRealPath().getParent().getParent();
            return Optional.of(home + "\n" + Files.readString(home.resolve("release")));
        } catch (IOException | NullPointerException e) {
            return Optional.empty();
        }
    }
}
