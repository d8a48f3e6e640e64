// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * The agent's options. They travel in a small properties file whose path is the agent's only argument, so that no path
 * or pattern has to survive the quoting rules of command lines and environment variables.
 *
 * @param mode what to do
 * @param directory where to write: the recorder makes one folder {@code jvm-PID} in it, the guard one file
 *     {@code jvm-PID.watch}, the director the file {@code outcome}
 * @param include class name patterns ({@code *} within a package, {@code **} across); empty means all but the JDK
 * @param exclude class name patterns; these win
 * @param clip the clip to follow, for {@link Mode#DIRECT}; null otherwise
 * @param patienceMillis how long the director waits for a thread that makes no progress before it gives the schedule up
 * @param program what the JVM that is meant runs, by {@link #programOf}; any other JVM that gets these options leaves
 *     its program alone. Empty means every JVM.
 * @param owner the process whose run this is. When it is killed, nothing else would end a program that hangs or never
 *     ends, so the agent does.
 * @param atomic patterns over {@code class.method}, by the rules of {@code include}: each call of such a method is one
 *     atomic region, as is that of a method with an annotation {@code @Atomic}
 * @param regions what is an atomic region even if nobody says so
 * @param models files that say what library methods do, besides those packaged with the agent
 * @param inputs what the recorded run was told from outside, to be told again, for {@link Mode#DIRECT}; null for
 *     nothing
 * @param guard what the guard does, for {@link Mode#GUARD}
 */
public record AgentOptions(
        Mode mode,
        Path directory,
        List<String> include,
        List<String> exclude,
        Path clip,
        long patienceMillis,
        String program,
        Owner owner,
        List<String> atomic,
        Regions regions,
        List<Path> models,
        Path inputs,
        WatchOptions guard) {

    public enum Mode {
        RECORD,
        DIRECT,
        GUARD
    }

    public enum Regions {
        /** What is done without giving up some monitor; this needs no probes of its own. */
        LOCKS,
        /** Every method's execution too. */
        METHODS
    }

    public AgentOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        atomic = List.copyOf(atomic);
        models = List.copyOf(models);
    }

    /** For every JVM that gets these options. */
    public AgentOptions(
            Mode mode, Path directory, List<String> include, List<String> exclude, Path clip, long patienceMillis) {
        this(mode, directory, include, exclude, clip, patienceMillis, "");
    }

    /** Options of which this process is the owner. */
    public AgentOptions(
            Mode mode,
            Path directory,
            List<String> include,
            List<String> exclude,
            Path clip,
            long patienceMillis,
            String program) {
        this(
                mode,
                directory,
                include,
                exclude,
                clip,
                patienceMillis,
                program,
                Owner.current(),
                List.of(),
                Regions.LOCKS,
                List.of(),
                null,
                WatchOptions.NONE);
    }

    /** The same with other atomic regions. */
    public AgentOptions withRegions(List<String> newAtomic, Regions newRegions) {
        return copy(owner, newAtomic, newRegions, models, inputs, guard);
    }

    /** The same with more models. */
    public AgentOptions withModels(List<Path> newModels) {
        return copy(owner, atomic, regions, newModels, inputs, guard);
    }

    /** The same with what the program is told again. */
    public AgentOptions withInputs(Path newInputs) {
        return copy(owner, atomic, regions, models, newInputs, guard);
    }

    /** The same for a run that belongs to another process, or to none. */
    public AgentOptions withOwner(Owner newOwner) {
        return copy(newOwner, atomic, regions, models, inputs, guard);
    }

    private AgentOptions copy(
            Owner newOwner,
            List<String> newAtomic,
            Regions newRegions,
            List<Path> newModels,
            Path newInputs,
            WatchOptions newGuard) {
        return new AgentOptions(
                mode,
                directory,
                include,
                exclude,
                clip,
                patienceMillis,
                program,
                newOwner,
                newAtomic,
                newRegions,
                newModels,
                newInputs,
                newGuard);
    }

    /** The same with other orders for the guard. */
    public AgentOptions withGuard(WatchOptions newGuard) {
        return copy(owner, atomic, regions, models, inputs, newGuard);
    }

    /**
     * What of a JVM's command line (main class and arguments) is the same in every run: numbers in it are often dates,
     * ports or counters.
     */
    public static String programOf(String commandLine) {
        StringBuilder out = new StringBuilder();
        boolean inNumber = false;
        for (int i = 0; i < commandLine.length(); i++) {
            char c = commandLine.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (!digit) {
                out.append(c);
            } else if (!inNumber) {
                out.append('#');
            }
            inNumber = digit;
        }
        return out.toString();
    }

    /** Whether a JVM with this command line is meant. */
    public boolean concerns(String commandLine) {
        return program.isEmpty() || program.equals(programOf(commandLine));
    }

    public void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("mode", mode.name());
        properties.setProperty("directory", directory.toAbsolutePath().toString());
        properties.setProperty("include", String.join(",", include));
        properties.setProperty("exclude", String.join(",", exclude));
        properties.setProperty("atomic", String.join(",", atomic));
        properties.setProperty("regions", regions.name());
        properties.setProperty("patienceMillis", Long.toString(patienceMillis));
        properties.setProperty("program", program);
        owner.write(properties);
        for (int i = 0; i < models.size(); i++) {
            properties.setProperty("model." + i, models.get(i).toAbsolutePath().toString());
        }
        if (mode == Mode.GUARD) {
            guard.write(properties);
        }
        if (clip != null) {
            properties.setProperty("clip", clip.toAbsolutePath().toString());
        }
        if (inputs != null) {
            properties.setProperty("inputs", inputs.toAbsolutePath().toString());
        }
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(out, "Foretell agent options");
        }
    }

    public static AgentOptions read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        }
        String clip = properties.getProperty("clip");
        String inputs = properties.getProperty("inputs");
        return new AgentOptions(
                Mode.valueOf(properties.getProperty("mode")),
                Path.of(properties.getProperty("directory")),
                split(properties.getProperty("include", "")),
                split(properties.getProperty("exclude", "")),
                clip == null ? null : Path.of(clip),
                Long.parseLong(properties.getProperty("patienceMillis", "2000")),
                properties.getProperty("program", ""),
                Owner.read(properties),
                split(properties.getProperty("atomic", "")),
                Regions.valueOf(properties.getProperty("regions", Regions.LOCKS.name())),
                models(properties),
                inputs == null ? null : Path.of(inputs),
                WatchOptions.read(properties));
    }

    private static List<Path> models(Properties properties) {
        List<Path> models = new ArrayList<>();
        for (String file = properties.getProperty("model.0"); file != null; ) {
            models.add(Path.of(file));
            file = properties.getProperty("model." + models.size());
        }
        return models;
    }

    private static List<String> split(String list) {
        return list.isEmpty() ? List.of() : Arrays.asList(list.split(","));
    }
}
