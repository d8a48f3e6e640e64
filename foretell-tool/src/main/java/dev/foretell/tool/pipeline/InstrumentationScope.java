// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.options.AgentOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What of the program is instrumented, the same in the recording and in every re-execution: a site that is counted in
 * only one of them would make a schedule diverge.
 *
 * @param include class patterns
 * @param exclude class patterns
 * @param atomic patterns of methods that are atomic regions
 * @param regions {@link #LOCKS} or {@link #METHODS}: what is an atomic region besides those
 * @param models files with models of library methods
 * @param inside classes of the JDK that are instrumented besides, for clips with events there, see
 *     {@link CollectionInspection}
 */
public record InstrumentationScope(
        List<String> include,
        List<String> exclude,
        List<String> atomic,
        String regions,
        List<String> models,
        List<String> inside) {
    /** Every outermost synchronized method or block is a region. */
    public static final String LOCKS = "locks";
    /** Every method is a region too. */
    public static final String METHODS = "methods";

    /** The whole program. */
    public static final InstrumentationScope ALL = new InstrumentationScope(List.of(), List.of(), List.of(), LOCKS);

    public InstrumentationScope {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        atomic = List.copyOf(atomic);
        models = models == null ? List.of() : List.copyOf(models); // sessions of older versions have none
        inside = inside == null ? List.of() : List.copyOf(inside);
    }

    /** Without classes of the JDK for some clips. */
    public InstrumentationScope(
            List<String> include, List<String> exclude, List<String> atomic, String regions, List<String> models) {
        this(include, exclude, atomic, regions, models, List.of());
    }

    /** Without models of the user's own. */
    public InstrumentationScope(List<String> include, List<String> exclude, List<String> atomic, String regions) {
        this(include, exclude, atomic, regions, List.of());
    }

    /** The same for the agent. */
    AgentOptions.Regions agentRegions() {
        return regions.equals(METHODS) ? AgentOptions.Regions.METHODS : AgentOptions.Regions.LOCKS;
    }

    /** These options of the agent, for this scope. */
    AgentOptions addTo(AgentOptions options) {
        return options.with(AgentOptions.INCLUDE, include)
                .with(AgentOptions.EXCLUDE, exclude)
                .with(AgentOptions.ATOMIC, atomic)
                .with(AgentOptions.REGIONS, agentRegions())
                .with(AgentOptions.MODELS, modelFiles());
    }

    List<Path> modelFiles() {
        return models.stream().map(Path::of).toList();
    }

    /** Whether a class, or a pattern, is of the JDK. */
    static boolean isOfJdk(String name) {
        return name.startsWith("java.");
    }

    /** The same, with these classes of the JDK for clips with events there. */
    InstrumentationScope lookingInto(List<String> classes) {
        return new InstrumentationScope(include, exclude, atomic, regions, models, classes);
    }

    /** The same without the user's models. */
    InstrumentationScope withoutModels() {
        return new InstrumentationScope(include, exclude, atomic, regions, List.of(), inside);
    }

    /** The same, with those classes of the JDK instrumented in every run. */
    InstrumentationScope opened() {
        List<String> all = new ArrayList<>(include);
        all.addAll(inside);
        return new InstrumentationScope(all, exclude, atomic, regions, models);
    }

    /**
     * What must be instrumented to follow a clip: a thread can be blocked only at a probe. A clip that was taken out of
     * its session still names these classes.
     */
    InstrumentationScope of(Clip clip) {
        List<String> jdk = clip.classes().keySet().stream()
                .filter(InstrumentationScope::isOfJdk)
                .toList();
        if (jdk.isEmpty() || include.stream().anyMatch(InstrumentationScope::isOfJdk)) {
            return this;
        }
        return inside.isEmpty()
                ? lookingInto(List.copyOf(CollectionInspection.withParents(jdk)))
                        .opened()
                : opened();
    }

    /** Only these classes. */
    public static InstrumentationScope of(String... include) {
        return new InstrumentationScope(List.of(include), List.of(), List.of(), LOCKS);
    }
}
