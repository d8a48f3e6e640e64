// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * What the guard does besides looking.
 *
 * @param noise how it disturbs the program's timing
 * @param variables the fields that noise presses on, {@code com.acme.Account.balance}; {@code int[]} for elements of
 *     arrays
 * @param places the places that noise presses on, {@code com.acme.Account.withdraw:12}
 * @param sections file of atomic sections to look after; null for none
 * @param heal how it keeps bugs from happening
 * @param budget percent of CPU time that it may take; 0 for no limit
 * @param seed of all that is random
 */
public record WatchOptions(
        NoiseSettings noise,
        List<String> variables,
        List<String> places,
        Path sections,
        Heal heal,
        int budget,
        long seed) {
    /** Looks, and does nothing else. */
    public static final WatchOptions NONE =
            new WatchOptions(NoiseSettings.NONE, List.of(), List.of(), null, Heal.NONE, 0, 1);

    private static final String PREFIX = "guard.";

    public WatchOptions {
        variables = List.copyOf(variables);
        places = List.copyOf(places);
    }

    public WatchOptions withSections(Path file) {
        return new WatchOptions(noise, variables, places, file, heal, budget, seed);
    }

    public WatchOptions withHeal(Heal newHeal) {
        return new WatchOptions(noise, variables, places, sections, newHeal, budget, seed);
    }

    public WatchOptions withSeed(long newSeed) {
        return new WatchOptions(noise, variables, places, sections, heal, budget, newSeed);
    }

    public WatchOptions withBudget(int percent) {
        return new WatchOptions(noise, variables, places, sections, heal, percent, seed);
    }

    /** How threads are delayed in the midst of an access. */
    public enum Delay {
        SLEEP,
        YIELD,
        BUSY,
        /** Until another thread comes to the same variable, or the time is over. */
        HOLD
    }

    /** Where they are delayed. */
    public enum Where {
        ANYWHERE,
        VARIABLES,
        PLACES
    }

    /** What is done against bugs that have been seen, or that sections tell of. */
    public enum Heal {
        NONE,
        YIELD,
        SLEEP,
        PRIORITY,
        LOCK
    }

    /**
     * @param perMille how many of a thousand accesses; 0 for no noise at all
     * @param micros how long, at most
     */
    public record NoiseSettings(Where where, int perMille, Delay delay, long micros) {
        public static final NoiseSettings NONE = new NoiseSettings(Where.ANYWHERE, 0, Delay.SLEEP, 0);

        public boolean isOn() {
            return perMille > 0;
        }
    }

    void write(Properties out) {
        out.setProperty(PREFIX + "where", noise.where().name());
        out.setProperty(PREFIX + "perMille", Integer.toString(noise.perMille()));
        out.setProperty(PREFIX + "delay", noise.delay().name());
        out.setProperty(PREFIX + "micros", Long.toString(noise.micros()));
        write(out, "variable.", variables);
        write(out, "place.", places);
        out.setProperty(PREFIX + "heal", heal.name());
        out.setProperty(PREFIX + "budget", Integer.toString(budget));
        out.setProperty(PREFIX + "seed", Long.toString(seed));
        if (sections != null) {
            out.setProperty(PREFIX + "sections", sections.toAbsolutePath().toString());
        }
    }

    private static void write(Properties out, String name, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            out.setProperty(PREFIX + name + i, values.get(i));
        }
    }

    static WatchOptions read(Properties in) {
        String sections = in.getProperty(PREFIX + "sections");
        return new WatchOptions(
                new NoiseSettings(
                        Where.valueOf(word(in, "where", NONE.noise.where().name())),
                        Integer.parseInt(word(in, "perMille", "0")),
                        Delay.valueOf(word(in, "delay", NONE.noise.delay().name())),
                        Long.parseLong(word(in, "micros", "0"))),
                list(in, "variable."),
                list(in, "place."),
                sections == null ? null : Path.of(sections),
                Heal.valueOf(word(in, "heal", Heal.NONE.name())),
                Integer.parseInt(word(in, "budget", "0")),
                Long.parseLong(word(in, "seed", "1")));
    }

    private static String word(Properties in, String name, String otherwise) {
        return in.getProperty(PREFIX + name, otherwise).toUpperCase(Locale.ROOT);
    }

    private static List<String> list(Properties in, String name) {
        List<String> values = new ArrayList<>();
        for (String value = in.getProperty(PREFIX + name + 0); value != null; ) {
            values.add(value);
            value = in.getProperty(PREFIX + name + values.size());
        }
        return values;
    }
}
