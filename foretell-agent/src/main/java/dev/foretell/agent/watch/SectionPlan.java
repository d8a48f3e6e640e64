// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.agent.mode.ProbePlaces;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.section.AccessPoint;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.Place;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.section.SectionExit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which sites are entries, ends and exits of which atomic sections. Sections are known by their place in the file. */
final class SectionPlan implements ProbePlaces {
    /** The role of a site in a section; {@code end} is the index of the end point, or one of these two. */
    record Role(int section, int end) {
        static final int ENTRY = -1;
        static final int EXIT = -2;
    }

    /** Suffix of {@link Site#what} where a method is left by an exception. */
    private static final String THROWN = "!";

    private final AtomicSections sections;
    private final Set<String> variables = new HashSet<>();
    /**
     * Sections that forbid something, by the classes that their places are in, or the source files where no class is
     * given.
     */
    private final Map<String, Set<Integer>> homes = new HashMap<>();
    /** Where control flow leaves sections, likewise. */
    private final Map<String, List<Place>> exits = new HashMap<>();
    /** Methods that end a section when they are left, or source files with such methods. */
    private final Set<String> left = new HashSet<>();

    /** Groups whose lock is acquired before the monitor of an object, by the class that declares the variable. */
    private final Map<String, Set<Integer>> outside = new HashMap<>();

    private final Set<String> involved = new HashSet<>();
    private final int[] groups;
    private final Map<Integer, List<Role>> roles = new HashMap<>();
    private volatile Map<Integer, List<Role>> published = Map.of();

    SectionPlan(AtomicSections sections) {
        this.sections = sections;
        this.groups = groups();
        for (int i = 0; i < sections.list().size(); i++) {
            AtomicSection section = sections.list().get(i);
            if (!section.allowsAll()) {
                variables.addAll(section.variables());
                if (section.lockable().isOutside()) {
                    lockOutside(i, section);
                }
                addHome(i, section.entry().place());
                for (SectionEnd end : section.ends()) {
                    addHome(i, end.access().place());
                }
                for (SectionExit exit : section.exits()) {
                    addHome(i, exit.place());
                    if (exit.kind() == SectionExit.Kind.AT) {
                        exitsAt(exit.place());
                    }
                    if (exit.kind() != SectionExit.Kind.AT) {
                        Place method = exit.place().className().isEmpty()
                                ? section.entry().place()
                                : exit.place();
                        // the method of a line is known only with its sites
                        left.add(
                                method.className().isEmpty()
                                        ? method.sourceFile()
                                        : method.className() + "." + method.method());
                    }
                }
            }
        }
    }

    private void lockOutside(int number, AtomicSection section) {
        for (String variable : section.variables()) {
            String owner = variable.substring(0, Math.max(0, variable.lastIndexOf('.')));
            Set<Integer> there = outside.get(owner);
            if (there == null) {
                there = new TreeSet<>();
                outside.put(owner, there);
            }
            there.add(group(number));
        }
    }

    /** Whether some locks are acquired before the monitor of an object. */
    boolean locksOutside() {
        return !outside.isEmpty();
    }

    /** The groups whose lock is acquired before the monitor of an object of this class. */
    Set<Integer> outside(Class<?> type) {
        Set<Integer> all = Set.of();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Set<Integer> here = outside.get(each.getName());
            if (here != null) {
                all = all.isEmpty() ? here : union(all, here);
            }
        }
        return all;
    }

    private static Set<Integer> union(Set<Integer> some, Set<Integer> others) {
        Set<Integer> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    /** The class that a place is in, or its source file when no class is given. */
    private static String homeOf(Place place) {
        return place.className().isEmpty() ? place.sourceFile() : place.className();
    }

    private void addHome(int section, Place place) {
        String home = homeOf(place);
        Set<Integer> there = homes.get(home);
        if (there == null) {
            there = new TreeSet<>();
            homes.put(home, there);
        }
        there.add(section);
    }

    private void exitsAt(Place place) {
        String home = homeOf(place);
        List<Place> there = exits.get(home);
        if (there == null) {
            there = new ArrayList<>();
            exits.put(home, there);
        }
        there.add(place);
    }

    boolean isEmpty() {
        return homes.isEmpty();
    }

    AtomicSection section(int number) {
        return sections.list().get(number);
    }

    int size() {
        return sections.list().size();
    }

    /** Sections that share a variable, directly or by way of others, have the same group: they need the same lock. */
    int group(int section) {
        return groups[section];
    }

    private int[] groups() {
        int[] result = new int[size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = i;
            for (int j = 0; j < i; j++) {
                if (!Collections.disjoint(section(i).variables(), section(j).variables())) {
                    int from = result[i];
                    for (int k = 0; k <= i; k++) {
                        result[k] = result[k] == from ? result[j] : result[k];
                    }
                }
            }
        }
        return result;
    }

    /** Whether each end point of the section allows such an access of another thread. */
    boolean allowsEverywhere(int section, boolean write) {
        for (SectionEnd end : section(section).ends()) {
            if (!end.allowed().allows(write)) {
                return false;
            }
        }
        return true;
    }

    /** Whether some section is about this variable, by its full or its short name. */
    boolean concerns(String variable) {
        return variables.contains(variable) || variables.contains(Noise.shortName(variable));
    }

    static boolean isOf(AtomicSection section, String variable) {
        return section.variables().contains(variable) || section.variables().contains(Noise.shortName(variable));
    }

    /** Whether a probe is wanted before this instruction; {@code firstOfLine} when it is the first one of its line. */
    @Override
    public boolean before(String className, String method, String file, int line, int offset, boolean firstOfLine) {
        return isExit(exits.get(className), className, method, file, line, offset, firstOfLine)
                || isExit(exits.get(file), className, method, file, line, offset, firstOfLine);
    }

    private static boolean isExit(
            List<Place> places,
            String className,
            String method,
            String file,
            int line,
            int offset,
            boolean firstOfLine) {
        if (places == null) {
            return false;
        }
        for (Place place : places) {
            if (isAt(place, className, method, file, line, offset) && (place.isExact() || firstOfLine)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(Place place, String className, String method, String file, int line, int offset) {
        return place.isExact()
                ? place.offset() == offset
                        && place.className().equals(className)
                        && place.method().equals(method)
                : place.line() == line && place.sourceFile().equals(file);
    }

    /** Whether a probe is wanted where this method is left. */
    @Override
    public boolean atEndOf(String className, String method, String file) {
        return left.contains(className + "." + method) || left.contains(file);
    }

    /** Whether a class has a site of any section. */
    synchronized boolean mentions(String className) {
        return involved.contains(className);
    }

    List<Role> roles(int site) {
        return published.getOrDefault(site, List.of());
    }

    /**
     * Binds the places in a class whose sites have the numbers from {@code first} on. Returns false when it is another
     * version than the one that the sections were written for: its exact places are then not bound, because they may be
     * elsewhere.
     */
    synchronized boolean define(ClassInfo info, int first) {
        String expected = sections.classes().get(info.name());
        boolean same = expected == null || expected.equals(info.checksum());
        for (int number : concerning(info)) {
            AtomicSection section = section(number);
            Site entry = bind(section, section.entry(), info, first, same, false, new Role(number, Role.ENTRY));
            for (int end = 0; end < section.ends().size(); end++) {
                SectionEnd point = section.ends().get(end);
                bind(section, point.access(), info, first, same, true, new Role(number, end));
            }
            bindExits(section, number, entry, info, first);
        }
        for (int site = first; site < first + info.sites().size(); site++) {
            if (roles.containsKey(site)) {
                involved.add(info.name());
            }
        }
        published = new HashMap<>(roles);
        return same;
    }

    /** The sections that have a place in this class, or may have. */
    private Set<Integer> concerning(ClassInfo info) {
        Set<Integer> all = new TreeSet<>(homes.getOrDefault(info.name(), Set.of()));
        String file = "";
        for (Site site : info.sites()) {
            if (!site.sourceFile().equals(file)) {
                file = site.sourceFile();
                all.addAll(homes.getOrDefault(file, Set.of()));
            }
        }
        return all;
    }

    /** Returns the site, or null when it is not in this class. */
    private Site bind(
            AtomicSection section,
            AccessPoint point,
            ClassInfo info,
            int first,
            boolean same,
            boolean last,
            Role role) {
        if (same || !point.place().isExact()) {
            int found = point.find(info.sites(), section.variables(), last);
            if (found >= 0) {
                add(first + found, role);
                return info.sites().get(found);
            }
        }
        return null;
    }

    private void bindExits(AtomicSection section, int number, Site entry, ClassInfo info, int first) {
        for (int i = 0; i < info.sites().size(); i++) {
            Site site = info.sites().get(i);
            if (site.op() == EventKind.REGION_END) {
                for (SectionExit exit : section.exits()) {
                    if (isExit(exit, entry, site)) {
                        add(first + i, new Role(number, Role.EXIT));
                        break;
                    }
                }
            }
        }
    }

    private static boolean isExit(SectionExit exit, Site entry, Site site) {
        boolean method = !site.what().isEmpty();
        if (exit.kind() == SectionExit.Kind.AT) {
            return !method
                    && isAt(
                            exit.place(),
                            site.className(),
                            site.method(),
                            site.sourceFile(),
                            site.line(),
                            site.offset());
        }
        boolean unsaid = exit.place().className().isEmpty();
        boolean same = unsaid
                ? entry != null
                        && entry.className().equals(site.className())
                        && entry.method().equals(site.method())
                : exit.place().className().equals(site.className())
                        && exit.place().method().equals(site.method());
        return method
                && same
                && (exit.kind() == SectionExit.Kind.RETURN || site.what().endsWith(THROWN));
    }

    private void add(int site, Role role) {
        List<Role> list = new ArrayList<>(roles.getOrDefault(site, List.of()));
        list.add(role);
        roles.put(site, list);
    }
}
