// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.nio.file.Path;
import java.util.List;

/** The options of {@link AgentOptions.Mode#WATCH}: what the watcher does besides detecting races. */
public final class WatchOptions {
    static final OptionGroup GROUP = new OptionGroup("watch.");

    public static final AgentOption<Where> NOISE_WHERE =
            GROUP.declare("where", OptionType.word(Where.class), Where.ANYWHERE, "The accesses that noise delays.");

    public static final AgentOption<Long> NOISE_PER_MILLE = GROUP.declare(
            "perMille",
            OptionType.number(0, 1000),
            0L,
            "How many of a thousand of these accesses are delayed; 0 means no noise.");

    public static final AgentOption<Delay> NOISE_DELAY = GROUP.declare(
            "delay",
            OptionType.word(Delay.class),
            Delay.SLEEP,
            "How a thread is delayed; `hold` ends when another thread accesses the same variable.");

    public static final AgentOption<Long> NOISE_MICROS =
            GROUP.declare("micros", OptionType.number(0, Long.MAX_VALUE), 0L, "The longest delay, in microseconds.");

    public static final AgentOption<List<String>> VARIABLES = GROUP.declare(
            "variable",
            OptionType.TEXTS,
            List.of(),
            "Fields for noise, like `com.acme.Account.balance`; `int[]` for elements of arrays.");

    public static final AgentOption<List<String>> PLACES = GROUP.declare(
            "place", OptionType.TEXTS, List.of(), "Places for noise, like `com.acme.Account.withdraw:12`.");

    public static final AgentOption<Path> SECTIONS = GROUP.declare(
            "sections", OptionType.PATH, null, "The file of atomic sections whose violations are detected.");

    public static final AgentOption<Heal> HEAL = GROUP.declare(
            "heal", OptionType.word(Heal.class), Heal.NONE, "How violations of atomic sections are prevented.");

    public static final AgentOption<Long> BUDGET = GROUP.declare(
            "budget",
            OptionType.number(0, Integer.MAX_VALUE),
            0L,
            "The CPU time that the watcher may take, in percent of the program's; 0 means no limit.");

    public static final AgentOption<Long> SEED =
            GROUP.declare("seed", OptionType.number(Long.MIN_VALUE, Long.MAX_VALUE), 1L, "Seed of the random choices.");

    private WatchOptions() {}

    /** How threads are delayed during an access. */
    public enum Delay {
        SLEEP,
        YIELD,
        BUSY,
        /** Until another thread accesses the same variable, or the time is over. */
        HOLD
    }

    /** Where they are delayed. */
    public enum Where {
        ANYWHERE,
        VARIABLES,
        PLACES
    }

    /** What prevents violations of atomic sections. */
    public enum Heal {
        NONE,
        YIELD,
        SLEEP,
        PRIORITY,
        LOCK
    }

    /**
     * The four options about noise.
     *
     * @param perMille how many of a thousand accesses; 0 for no noise at all
     * @param micros how long, at most
     */
    public record NoiseSettings(Where where, int perMille, Delay delay, long micros) {
        public static NoiseSettings in(AgentOptions options) {
            return new NoiseSettings(
                    options.get(NOISE_WHERE),
                    options.get(NOISE_PER_MILLE).intValue(),
                    options.get(NOISE_DELAY),
                    options.get(NOISE_MICROS));
        }

        /** These options with this noise. */
        public AgentOptions addTo(AgentOptions options) {
            return options.with(NOISE_WHERE, where)
                    .with(NOISE_PER_MILLE, (long) perMille)
                    .with(NOISE_DELAY, delay)
                    .with(NOISE_MICROS, micros);
        }

        public boolean isOn() {
            return perMille > 0;
        }
    }
}
