// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.trace.section.AccessPoint;
import dev.foretell.trace.section.Assurance;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Place;
import dev.foretell.trace.section.SectionEnd;
import java.util.ArrayList;
import java.util.List;

/**
 * Completes sections that were written by hand: the instructions of their lines, the exits if there are none, and
 * whether they may be locked. Only where a section stays in one method; otherwise it is left as it is written.
 */
final class Completion {
    private final ProgramCode code;
    private final Lockability lockability;
    private final List<String> unknown = new ArrayList<>();

    Completion(ProgramCode code, Lockability lockability) {
        this.code = code;
        this.lockability = lockability;
    }

    /** Places at which the program has no access that a section names, for messages. */
    List<String> unknown() {
        return unknown;
    }

    /** The access with which a section begins, or null. */
    Access entry(AtomicSection section) {
        return find(section, section.entry(), false);
    }

    AtomicSection complete(AtomicSection section) {
        Access entry = noted(section, section.entry(), false);
        List<Access> ends = new ArrayList<>();
        List<SectionEnd> exact = new ArrayList<>();
        for (SectionEnd end : section.ends()) {
            Access found = noted(section, end.access(), true);
            if (found != null) {
                ends.add(found);
                exact.add(new SectionEnd(found.point(), end.allowed()));
            }
        }
        if (entry == null || ends.size() < section.ends().size()) {
            return section;
        }
        CodeMethod method = entry.method();
        if (ends.stream().anyMatch(end -> !end.method().equals(method))) {
            return section.withLockable(Assurance.no("does not end in " + method.fullName() + ", where it begins"));
        }
        SectionBody body = new SectionBody(code.facts(method), entry.instruction(), ends);
        return new AtomicSection(
                section.variables(),
                section.origin(),
                entry.point(),
                exact,
                section.exits().isEmpty() ? body.exits() : section.exits(),
                section.recursive() || code.canComeBack(method, body.inside()),
                lockability.of(code.facts(method), body.inside()));
    }

    private Access noted(AtomicSection section, AccessPoint point, boolean last) {
        Access found = find(section, point, last);
        if (found == null) {
            unknown.add((point.write() ? "no write of " : "no read of ") + String.join(" or ", section.variables())
                    + " at " + point.place().position());
        }
        return found;
    }

    /**
     * By the rules of {@link AccessPoint#find}: of a line, the first access or the last; the whole name before that of
     * the field.
     */
    private Access find(AtomicSection section, AccessPoint point, boolean last) {
        Access found = null;
        boolean foundByOwner = false;
        for (String variable : code.variables()) {
            boolean byOwner = section.variables().stream().anyMatch(name -> isCalled(variable, name));
            boolean byName = section.variables().stream()
                    .anyMatch(name -> isCalled(variable, name.substring(name.lastIndexOf('.') + 1)));
            if (!byName || foundByOwner && !byOwner) {
                continue;
            }
            for (Access access : code.accesses(variable)) {
                if (access.write() == point.write() && isAt(access, point.place())) {
                    boolean better = found == null
                            || byOwner && !foundByOwner
                            || access.method().equals(found.method())
                                    && last == access.instruction() > found.instruction();
                    found = better ? access : found;
                    foundByOwner = better ? byOwner : foundByOwner;
                }
            }
        }
        return found;
    }

    private static boolean isCalled(String variable, String name) {
        return variable.equals(name) || variable.endsWith("." + name);
    }

    private static boolean isAt(Access access, Place place) {
        Place here = access.method().place(access.instruction());
        return place.isExact()
                ? here.isSame(place)
                : here.line() == place.line() && here.sourceFile().equals(place.sourceFile());
    }
}
