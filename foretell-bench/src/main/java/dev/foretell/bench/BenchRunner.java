// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.AgentLaunch;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.Owner;
import dev.foretell.trace.options.WatchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Runs programs with and without the agent, and takes medians. */
final class BenchRunner {
    private final TempFolder scratch;
    private final int runs;
    private final int scale;
    private final AgentJar agent;
    private final String java =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    BenchRunner(TempFolder scratch, int runs, int scale) throws IOException {
        this.scratch = scratch;
        this.runs = runs;
        this.scale = scale;
        this.agent = new AgentJar(Optional.empty(), scratch.folder());
    }

    /**
     * One run.
     *
     * @param process seconds from start to end of the process
     * @param main seconds of its main method, by its own clock; NaN when it does not print it
     * @param cpu seconds of CPU time of the process, as it prints it
     * @param output what it printed
     */
    record Run(double process, double main, double cpu, String output) {}

    /** How a program ended, and what it printed. */
    record End(int exit, String output) {}

    /** In place of an exit code: it did not end in time. */
    static final int HUNG = -1;

    int runs() {
        return runs;
    }

    int scale() {
        return scale;
    }

    Path folder() throws IOException {
        return scratch.folder();
    }

    String machine() {
        return String.format(
                Locale.ROOT,
                "Java %s, %d processors, %s %s, medians of %d, scale %d.%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                runs,
                scale);
    }

    /** The command that runs a class of this class path. */
    List<String> program(Class<?> main, Object... arguments) {
        return program(main.getName(), arguments);
    }

    List<String> program(String main, Object... arguments) {
        List<String> command = new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path"), main));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** A command as users type it; with the launcher that {@code foretell-bench/run} passes. */
    List<String> launcher(List<String> arguments) {
        String launcher = System.getProperty("foretell.launcher");
        if (launcher == null) {
            throw new IllegalStateException(
                    "-Dforetell.launcher=FILE is needed: run foretell-bench/run, which passes it");
        }
        List<String> command = new ArrayList<>(List.of(launcher));
        command.addAll(arguments);
        return command;
    }

    /** A command of the tool itself. */
    List<String> tool(List<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of(java, "-cp", System.getProperty("java.class.path"), "dev.foretell.tool.cli.Main"));
        command.addAll(arguments);
        return command;
    }

    Run plain(List<String> command) throws IOException, InterruptedException {
        return run(AgentLaunch.plain(command));
    }

    /** Records into a folder. */
    Run recorded(List<String> command, Path folder) throws IOException, InterruptedException {
        return watched(command, AgentOptions.Mode.RECORD, null, folder);
    }

    /** Watched, without noise; a budget of 0 is none. */
    Run watched(List<String> command, int budget, Path folder) throws IOException, InterruptedException {
        return run(watched(command, AgentOptions.NONE.with(WatchOptions.BUDGET, (long) budget), folder));
    }

    /** Watched; the watcher writes into the folder. */
    AgentLaunch watched(List<String> command, AgentOptions watching, Path folder) throws IOException {
        Path options = folder.resolve("agent.properties");
        watching.with(AgentOptions.MODE, AgentOptions.Mode.WATCH)
                .with(AgentOptions.DIRECTORY, folder)
                .with(AgentOptions.OWNER, Owner.current())
                .write(options);
        return AgentLaunch.of(command, agent.path(), options, List.of(), null);
    }

    End ends(List<String> command, long limitSeconds) throws IOException, InterruptedException {
        return ends(AgentLaunch.plain(command), limitSeconds);
    }

    /** Runs a program to its end, whatever its exit code. */
    End ends(AgentLaunch launch, long limitSeconds) throws IOException, InterruptedException {
        Path out = Files.createTempFile(scratch.folder(), "program", ".out");
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(launch.environment());
        Process process = builder.start();
        boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        return new End(ended ? process.exitValue() : HUNG, Files.readString(out));
    }

    /** Follows a clip; the outcome goes into the folder. */
    Run directed(List<String> command, Path clip, Path folder) throws IOException, InterruptedException {
        return watched(command, AgentOptions.Mode.DIRECT, clip, folder);
    }

    private Run watched(List<String> command, String mode, Path clip, Path folder)
            throws IOException, InterruptedException {
        Path options = folder.resolve("agent.properties");
        AgentOptions.of(mode, folder).with(AgentOptions.CLIP, clip).write(options);
        return run(AgentLaunch.of(command, agent.path(), options, List.of(), null));
    }

    private Run run(AgentLaunch launch) throws IOException, InterruptedException {
        Path out = Files.createTempFile(scratch.folder(), "program", ".out");
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(launch.environment());
        long begin = System.nanoTime();
        int exit = builder.start().waitFor();
        double process = (System.nanoTime() - begin) / 1e9;
        String output = Files.readString(out);
        Files.delete(out);
        double main = Double.NaN;
        double cpu = Double.NaN;
        for (String line : output.lines().toList()) {
            if (line.startsWith("took ")) {
                String[] words = line.split(" ");
                main = Long.parseLong(words[1]) / 1e9;
                cpu = Long.parseLong(words[2]) / 1e9;
            }
        }
        if (exit > 1) {
            throw new IOException("exit code " + exit + " of " + launch.command() + "\n" + output);
        }
        return new Run(process, main, cpu, output);
    }

    static double median(List<Run> runs, ToDoubleFunction<Run> value) {
        double[] values = runs.stream().mapToDouble(value).toArray();
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
