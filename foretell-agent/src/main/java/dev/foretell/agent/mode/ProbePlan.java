// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.mode;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The probes of a mode, which are all that the instrumenter uses of it. Does not change once the first class is
 * instrumented.
 *
 * @param groups what is inserted besides the probes before plain accesses
 * @param places single instructions and methods that get a probe
 * @param accessOwner the class whose methods are called at accesses
 */
public record ProbePlan(Set<ProbeGroup> groups, ProbePlaces places, AccessOwner accessOwner) {
    /** What accesses call: {@code Probes}, or a class with the same methods that decides whether to pass a call on. */
    public interface AccessOwner {
        /** The internal name of the class that the accesses of a class call. */
        String of(String className);
    }

    private static final class AlwaysProbes implements AccessOwner {
        @Override
        public String of(String className) {
            return "dev/foretell/probe/Probes";
        }
    }

    public ProbePlan {
        EnumSet<ProbeGroup> copy = EnumSet.noneOf(ProbeGroup.class);
        copy.addAll(groups);
        if (copy.contains(ProbeGroup.BEFORE_LOCK) && !copy.contains(ProbeGroup.LOCK)) {
            throw new IllegalArgumentException("probes before locks need those at locks: " + groups);
        }
        groups = Collections.unmodifiableSet(copy);
    }

    public static ProbePlan of(ProbeGroup... groups) {
        return new ProbePlan(Set.of(groups), ProbePlaces.NONE, new AlwaysProbes());
    }

    /** The same with more groups. */
    public ProbePlan with(ProbeGroup... more) {
        EnumSet<ProbeGroup> all = EnumSet.noneOf(ProbeGroup.class);
        all.addAll(groups);
        all.addAll(List.of(more));
        return new ProbePlan(all, places, accessOwner);
    }

    /** The same with other single places. */
    public ProbePlan at(ProbePlaces newPlaces) {
        return new ProbePlan(groups, newPlaces, accessOwner);
    }

    /** The same with accesses that call another class. */
    public ProbePlan calling(AccessOwner newOwner) {
        return new ProbePlan(groups, places, newOwner);
    }

    public boolean has(ProbeGroup group) {
        return groups.contains(group);
    }
}
