// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.NoiseTargets;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.options.WatchOptions.Delay;
import dev.foretell.trace.options.WatchOptions.NoiseSettings;
import dev.foretell.trace.options.WatchOptions.Where;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How the timing of a watched program is disturbed. */
final class NoiseOptions {
    private static final int PER_MILLE = 1_000;
    private static final Duration USUAL_TIME = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @Option(
            names = "--noise",
            paramLabel = "WHERE[:PER-MILLE[:TIME]]",
            description = "Delay threads during accesses, so that other threads can interleave: 'random', anywhere;"
                    + " 'variables' or 'places', where --on and --focus name them. How many of a thousand accesses"
                    + " (default: 1000; random 50), and for how long (default: 10ms).")
    private String noise;

    @Option(
            names = "--by",
            paramLabel = "DELAY",
            description = "How they are delayed: sleep, yield, busy, or hold: until another thread accesses the same"
                    + " variable (default: sleep; with --focus, hold).")
    private Delay delay;

    @Option(
            names = "--on",
            paramLabel = "NAME",
            split = ",",
            description = "Variables (com.acme.Account.balance, Account.balance, int[]) or places"
                    + " (com.acme.Account.withdraw, com.acme.Account.withdraw:12) for --noise. Can be repeated.")
    private List<String> names = List.of();

    @Option(
            names = "--focus",
            paramLabel = "DIR",
            description = "Make noise where the session in this output folder has predictions.")
    private Path focus;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the random choices (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** These options alone. */
    AgentOptions options() {
        AgentOptions seeded = AgentOptions.NONE.with(WatchOptions.SEED, seed);
        if (noise == null && focus == null) {
            if (delay != null || !names.isEmpty()) {
                throw UserError.usage("--by and --on set how and where to make noise: give --noise too, or --focus.");
            }
            return seeded;
        }
        NoiseTargets found = focus == null ? NoiseTargets.NOTHING : NoiseTargets.of(focus);
        List<String> variables = new ArrayList<>(found.variables());
        List<String> places = new ArrayList<>(found.places());
        variables.addAll(names);
        places.addAll(names);
        NoiseSettings parsed = noise(noise == null ? "variables" : noise);
        if (parsed.where() != Where.ANYWHERE && variables.isEmpty()) {
            throw UserError.usage(
                    focus == null
                            ? "--noise " + noise + " needs names: give --on, or --focus."
                            : "The session in " + focus + " has no prediction that noise could delay.");
        }
        return parsed.addTo(seeded).with(WatchOptions.VARIABLES, variables).with(WatchOptions.PLACES, places);
    }

    private NoiseSettings noise(String text) {
        String[] parts = text.split(":", -1);
        Where where = switch (parts[0]) {
            case "random" -> Where.ANYWHERE;
            case "variables" -> Where.VARIABLES;
            case "places" -> Where.PLACES;
            default ->
                throw UserError.usage(
                        "--noise must begin with 'random', 'variables' or 'places', not '" + parts[0] + "'.");
        };
        int perMille = where == Where.ANYWHERE ? 50 : PER_MILLE;
        Duration time = USUAL_TIME;
        try {
            if (parts.length > 1) {
                perMille = Integer.parseInt(parts[1]);
            }
            if (parts.length > 2) {
                time = Durations.parse(parts[2]);
            }
        } catch (RuntimeException e) {
            perMille = 0;
        }
        boolean inRange = perMille >= 1 && perMille <= PER_MILLE && time.compareTo(LONGEST) <= 0 && !time.isNegative();
        if (!inRange || parts.length > 3) {
            throw UserError.usage(
                    "--noise must be WHERE:PER-MILLE:TIME, like 'random:50:10ms', with 1 to 1000 per mille and"
                            + " at most a minute; not '" + text + "'.");
        }
        Delay how = delay != null ? delay : focus != null ? Delay.HOLD : Delay.SLEEP;
        return new NoiseSettings(where, perMille, how, time.toNanos() / PER_MILLE);
    }
}
