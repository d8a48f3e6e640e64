// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeClass;
import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.code.Hierarchy;
import dev.foretell.flow.code.Program;
import dev.foretell.trace.section.AllowedAccesses;
import dev.foretell.trace.section.Assurance;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.Place;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.section.SectionExit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Infers the atomic sections of a program: at most one for each access, by pattern if one fits, otherwise by the
 * accesses that may be next. A section that no access in the program can violate is left out.
 */
public final class Inference {
    /**
     * What to infer.
     *
     * @param origins of the sections wanted
     * @param wanted which classes sections may begin in, by name with dots
     * @param limits how far consecutive accesses are searched for
     * @param unbreakable also sections that no access in the program can violate
     */
    public record Options(Set<Origin> origins, Predicate<String> wanted, Limits limits, boolean unbreakable) {
        /** Everything, at moderate cost. */
        public static final Options USUAL = new Options(
                Set.of(Origin.LOAD_STORE, Origin.TEST_USE, Origin.ACCESS_INTERLEAVING),
                name -> true,
                new Limits(2, 1, 8, 8, 32),
                false);

        public Options withOrigins(Set<Origin> chosen) {
            return new Options(chosen, wanted, limits, unbreakable);
        }

        public Options withWanted(Predicate<String> chosen) {
            return new Options(origins, chosen, limits, unbreakable);
        }

        public Options withDepth(int calls, int returns) {
            return new Options(origins, wanted, limits.withDepth(calls, returns), unbreakable);
        }
    }

    /**
     * How far consecutive accesses are searched for.
     *
     * @param down how many calls deep
     * @param up how many returns
     * @param mostTargets a call that can mean more methods than this is not followed
     * @param mostCallers a method that is called from more places than this is not followed back
     * @param mostEnds an access with more next ones than this begins no section
     */
    public record Limits(int down, int up, int mostTargets, int mostCallers, int mostEnds) {
        Limits withDepth(int calls, int returns) {
            return new Limits(calls, returns, mostTargets, mostCallers, mostEnds);
        }
    }

    /**
     * The inferred sections.
     *
     * @param counts sections by origin
     * @param scattered accesses that begin no section because too many can come next
     * @param unknown what the given sections name and the program does not have, for messages
     */
    public record Result(AtomicSections sections, Map<Origin, Integer> counts, int scattered, List<String> unknown) {}

    private final Options options;
    private final ProgramCode code;
    private final Lockability lockability;
    private final OwnMonitor ownMonitor;
    private final List<AtomicSection> sections = new ArrayList<>();
    private final Map<Origin, Integer> counts = new EnumMap<>(Origin.class);
    /** Accesses that begin a section already. */
    private final Set<Access> begun = new HashSet<>();

    private int scattered;

    private Inference(Program program, Options options) {
        this.options = options;
        this.code = new ProgramCode(new Hierarchy(program), options.limits().mostTargets());
        this.lockability = new Lockability(code);
        this.ownMonitor = new OwnMonitor(code, lockability);
    }

    public static Result run(Program program, Options options) {
        return run(program, options, List.of());
    }

    /** With sections that were written by hand: they come first, completed as far as possible. */
    public static Result run(Program program, Options options, List<AtomicSection> given) {
        return new Inference(program, options).run(given);
    }

    private Result run(List<AtomicSection> given) {
        Completion completion = new Completion(code, lockability);
        for (AtomicSection section : given) {
            sections.add(completion.complete(section));
            counts.merge(section.origin(), 1, Integer::sum);
            Access entry = completion.entry(section);
            if (entry != null) {
                begun.add(entry);
            }
        }
        for (MethodFacts facts : code.methods()) {
            if (isWanted(facts.method())) {
                if (options.origins().contains(Origin.LOAD_STORE)) {
                    patterns(Origin.LOAD_STORE, facts, new LoadStore(facts).find());
                }
                if (options.origins().contains(Origin.TEST_USE)) {
                    patterns(Origin.TEST_USE, facts, new TestUse(facts).find());
                }
            }
        }
        if (options.origins().contains(Origin.ACCESS_INTERLEAVING)) {
            for (String variable : code.variables()) {
                interleavings(variable);
            }
        }
        return new Result(new AtomicSections(checksums(), sections), counts, scattered, completion.unknown());
    }

    private boolean isWanted(CodeMethod method) {
        return options.wanted().test(method.owner().dotted());
    }

    private void patterns(Origin origin, MethodFacts facts, Map<Access, List<Access>> found) {
        for (Map.Entry<Access, List<Access>> each : found.entrySet()) {
            Access entry = each.getKey();
            List<SectionEnd> ends = ends(entry, each.getValue());
            if (isBreakable(entry.variable(), ends) && begun.add(entry)) {
                SectionBody body = new SectionBody(facts, entry.instruction(), each.getValue());
                BitSet inside = body.inside();
                boolean recursive = code.canComeBack(facts.method(), inside);
                add(origin, entry, ends, body.exits(), recursive, lockability.of(facts, inside));
            }
        }
    }

    private void interleavings(String variable) {
        List<Access> accesses = code.accesses(variable);
        if (accesses.get(0).isElement()) {
            return; // which element is known at run time only; nearly all would be different ones
        }
        Reach reach = new Reach(code, variable);
        for (Access entry : accesses) {
            if (!isWanted(entry.method()) || begun.contains(entry)) {
                continue;
            }
            NextAccesses next = new NextAccesses(code, reach, options.limits(), entry);
            List<SectionEnd> ends = ends(entry, next.ends());
            scattered += next.isTooMany() ? 1 : 0;
            if (!ends.isEmpty() && isBreakable(variable, ends)) {
                Assurance lockable = next.staysInMethod()
                        ? lockability.of(code.facts(entry.method()), next.inside())
                        : Assurance.no("goes on after " + entry.method().fullName() + " has returned");
                if (!lockable.isSafe() && ownMonitor.isSafe(variable, next)) {
                    lockable = Assurance.OUTSIDE;
                }
                add(Origin.ACCESS_INTERLEAVING, entry, ends, next.exits(), false, lockable);
            }
        }
    }

    private static List<SectionEnd> ends(Access entry, Collection<Access> ends) {
        List<SectionEnd> made = new ArrayList<>();
        for (Access end : ends) {
            made.add(new SectionEnd(end.point(), AllowedAccesses.between(entry.write(), end.write())));
        }
        return made;
    }

    /** Whether the program has an access to the variable that one of the ends forbids. */
    private boolean isBreakable(String variable, List<SectionEnd> ends) {
        if (options.unbreakable()) {
            return true;
        }
        for (Access access : code.accesses(variable)) {
            for (SectionEnd end : ends) {
                if (!end.allowed().allows(access.write())) {
                    return true;
                }
            }
        }
        return false;
    }

    private void add(
            Origin origin,
            Access entry,
            List<SectionEnd> ends,
            List<SectionExit> exits,
            boolean recursive,
            Assurance lockable) {
        sections.add(
                new AtomicSection(List.of(entry.variable()), origin, entry.point(), ends, exits, recursive, lockable));
        counts.merge(origin, 1, Integer::sum);
    }

    /** Of all classes that sections refer to. */
    private Map<String, String> checksums() {
        Map<String, String> found = new TreeMap<>();
        for (AtomicSection section : sections) {
            note(section.entry().place(), found);
            section.ends().forEach(end -> note(end.access().place(), found));
            section.exits().forEach(exit -> note(exit.place(), found));
        }
        return found;
    }

    private void note(Place place, Map<String, String> found) {
        CodeClass owner = code.hierarchy().program().find(place.className().replace('.', '/'));
        if (owner != null) {
            found.putIfAbsent(place.className(), owner.checksum());
        }
    }
}
