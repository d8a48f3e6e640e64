// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import dev.foretell.trace.options.AgentOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs with the packaged agent, on this JDK and on those installed beside it. */
final class Agents {
    private static final long MINUTES = 2;

    private Agents() {}

    /** What a program left behind. */
    record Result(int exit, String out, String err) {}

    static File jar() {
        return new File(System.getProperty("foretell.agent.jar"));
    }

    /** This JDK, and its neighbours of other versions. */
    static List<Path> jdks() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> homes = new ArrayList<>(List.of(own));
        try (Stream<Path> neighbours = Files.list(own.getParent())) {
            for (Path home : neighbours.sorted().toList()) {
                boolean isJdk = Files.isExecutable(home.resolve("bin/java")) && Files.exists(home.resolve("release"));
                if (isJdk && !homes.contains(home.toRealPath())) {
                    homes.add(home.toRealPath());
                }
            }
        }
        return homes;
    }

    static Result run(Path jdk, Path work, String... arguments) throws IOException, InterruptedException {
        return runWith(Map.of(), jdk, work, arguments);
    }

    static Result runWith(Map<String, String> environment, Path jdk, Path work, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(work, "out", ".txt");
        Path err = Files.createTempFile(work, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + MINUTES + " minutes: " + command);
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    static String agent(Path work, String mode, String... include) throws IOException {
        Path options = work.resolve(mode + ".properties");
        AgentOptions.of(mode, work.resolve("trace"))
                .with(AgentOptions.INCLUDE, List.of(include))
                .write(options);
        return "-javaagent:" + jar() + "=" + options;
    }

    static String testClasses() {
        return System.getProperty("foretell.test.classes");
    }
}
