package dev.foretell.tool.pipeline;

import dev.foretell.trace.options.AgentOptions;
import java.nio.file.Path;
import java.util.List;

/**
 * What of the program is looked at, the same while it is recorded and whenever it is re-executed: a place that was counted
 * in one of them and not in the other would lead a schedule astray.
 *
 * @param include class patterns
 * @param exclude class patterns
 * @param atomic patterns of methods that are atomic regions
 * @param regions {@link #LOCKS} or {@link #METHODS}: what is an atomic region besides those
 * @param models files that say what library methods do
 */
public record Scope(
        List<String> include, List<String> exclude, List<String> atomic, String regions, List<String> models) {
    /** Every outermost synchronized method or block is a region. */
    public static final String LOCKS = "locks";
    /** Every method is a region too. */
    public static final String METHODS = "methods";

    /** The whole program. */
    public static final Scope ALL = new Scope(List.of(), List.of(), List.of(), LOCKS);

    public Scope {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        atomic = List.copyOf(atomic);
        models = models == null ? List.of() : List.copyOf(models); // sessions of older versions have none
    }

    /** Without models of the user's own. */
    public Scope(List<String> include, List<String> exclude, List<String> atomic, String regions) {
        this(include, exclude, atomic, regions, List.of());
    }

    /** The same for the agent. */
    AgentOptions.Regions agentRegions() {
        return regions.equals(METHODS) ? AgentOptions.Regions.METHODS : AgentOptions.Regions.LOCKS;
    }

    List<Path> modelFiles() {
        return models.stream().map(Path::of).toList();
    }

    /** Only these classes. */
    public static Scope of(String... include) {
        return new Scope(List.of(include), List.of(), List.of(), LOCKS);
    }
}
