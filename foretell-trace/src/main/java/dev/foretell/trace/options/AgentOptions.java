// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * Values of the agent's options, immutable. They travel in a small properties file whose path is the agent's only
 * argument, so that no path or pattern has to survive the quoting rules of command lines and environment variables.
 *
 * <p>A new option is one declaration here, or in {@link WatchOptions}; {@code docs/agent-options.md} lists them all.
 */
public final class AgentOptions {
    private static final OptionGroup GROUP = new OptionGroup("");

    public static final AgentOption<String> MODE = GROUP.require(
            "mode", OptionType.TEXT, "What the agent does: `record`, `direct`, `watch`, or a mode added to the agent.");

    public static final AgentOption<Path> DIRECTORY = GROUP.require(
            "directory",
            OptionType.PATH,
            "Where the agent writes: the recorder a folder `jvm-PID`, the watcher a file `jvm-PID.watch`, the director"
                    + " the file `outcome`.");

    public static final AgentOption<List<String>> INCLUDE = GROUP.declare(
            "include",
            OptionType.PATTERNS,
            List.of(),
            "Classes to instrument: `*` matches within a package, `**` across packages. None means all but the JDK.");

    public static final AgentOption<List<String>> EXCLUDE =
            GROUP.declare("exclude", OptionType.PATTERNS, List.of(), "Classes not to instrument; wins over `include`.");

    public static final AgentOption<List<String>> ATOMIC = GROUP.declare(
            "atomic",
            OptionType.PATTERNS,
            List.of(),
            "Methods, as patterns over `class.method`: each execution is an atomic region, as is that of a method with"
                    + " an annotation `@Atomic`.");

    public static final AgentOption<Regions> REGIONS = GROUP.declare(
            "regions",
            OptionType.word(Regions.class),
            Regions.LOCKS,
            "Other atomic regions: critical sections, or the execution of every method too.");

    public static final AgentOption<List<Path>> MODELS = GROUP.declare(
            "model", OptionType.PATHS, List.of(), "Files with models of library methods, besides the packaged ones.");

    public static final AgentOption<String> PROGRAM = GROUP.declare(
            "program",
            OptionType.TEXT,
            "",
            "Main class and arguments of the JVM to instrument, each number replaced by `#`; the agent does nothing in"
                    + " other JVMs. None means every JVM.");

    public static final AgentOption<Owner> OWNER = GROUP.declare(
            "owner",
            Owner.TYPE,
            Owner.NONE,
            "The process that started the run. The agent ends the program when this process is killed: nothing else"
                    + " would end a program that hangs.");

    public static final AgentOption<Path> CLIP =
            GROUP.declare("clip", OptionType.PATH, null, "The clip that the director follows.");

    public static final AgentOption<Path> INPUTS = GROUP.declare(
            "inputs",
            OptionType.PATH,
            null,
            "The recorded times and random numbers that the director returns to the program again.");

    public static final AgentOption<Long> PATIENCE_MILLIS = GROUP.declare(
            "patienceMillis",
            OptionType.number(0, Long.MAX_VALUE),
            2000L,
            "How long the director waits for a thread that makes no progress before it abandons the schedule.");

    private static final List<AgentOption<?>> ALL = all(GROUP, WatchOptions.GROUP);

    /** No option has a value but its default; {@link #MODE} and {@link #DIRECTORY} are missing. */
    public static final AgentOptions NONE = new AgentOptions(Map.of());

    private final Map<AgentOption<?>, Object> values;

    /** Names of modes; the agent's {@code ModeRegistry} has all of them. */
    public static final class Mode {
        public static final String RECORD = "record";
        public static final String DIRECT = "direct";
        public static final String WATCH = "watch";

        private Mode() {}
    }

    public enum Regions {
        /** From the acquisition of a monitor to its release; needs no probes of its own. */
        LOCKS,
        /** Every method's execution too. */
        METHODS
    }

    private AgentOptions(Map<AgentOption<?>, Object> values) {
        this.values = values;
    }

    /** For every JVM that gets these options, in runs that this process owns. */
    public static AgentOptions of(String mode, Path directory) {
        return NONE.with(MODE, mode).with(DIRECTORY, directory).with(OWNER, Owner.current());
    }

    private static List<AgentOption<?>> all(OptionGroup... groups) {
        List<AgentOption<?>> all = new ArrayList<>();
        for (OptionGroup group : groups) {
            all.addAll(group.all());
        }
        return List.copyOf(all);
    }

    /** Every declared option. */
    public static List<AgentOption<?>> all() {
        return ALL;
    }

    /** Never null for an option with a default. */
    @SuppressWarnings("unchecked") // with and read are typed
    public <T> T get(AgentOption<T> option) {
        Object value = values.get(option);
        return value == null ? option.defaultValue() : (T) value;
    }

    /** The same with another value of one option; throws {@link IllegalArgumentException} when it is not allowed. */
    public <T> AgentOptions with(AgentOption<T> option, T value) {
        T checked = option.checked(value);
        Map<AgentOption<?>, Object> changed = new HashMap<>(values);
        changed.put(option, checked instanceof List<?> list ? List.copyOf(list) : checked);
        return new AgentOptions(changed);
    }

    /**
     * The part of a JVM's command line (main class and arguments) that is the same in every run: numbers in it are
     * often dates, ports or counters.
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

    /** Whether these options are for a JVM with this command line. */
    public boolean concerns(String commandLine) {
        String program = get(PROGRAM);
        return program.isEmpty() || program.equals(programOf(commandLine));
    }

    /** Throws {@link IllegalStateException} when a required option is missing. */
    public void write(Path file) throws IOException {
        Properties properties = new Properties();
        for (AgentOption<?> option : ALL) {
            write(option, properties);
        }
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(out, "Foretell agent options");
        }
    }

    private <T> void write(AgentOption<T> option, Properties out) {
        T value = get(option);
        if (value == null && option.isRequired()) {
            throw new IllegalStateException("the option " + option + " is missing");
        }
        option.write(out, value);
    }

    /** Throws {@link IllegalArgumentException} when the file lacks a required option or has a value that is wrong. */
    public static AgentOptions read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        }
        AgentOptions options = NONE;
        for (AgentOption<?> option : ALL) {
            options = options.read(option, properties);
        }
        return options;
    }

    private <T> AgentOptions read(AgentOption<T> option, Properties in) {
        return with(option, option.read(in));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof AgentOptions options)) {
            return false;
        }
        for (AgentOption<?> option : ALL) {
            if (!Objects.equals(get(option), options.get(option))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (AgentOption<?> option : ALL) {
            hash = 31 * hash + Objects.hashCode(get(option));
        }
        return hash;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
