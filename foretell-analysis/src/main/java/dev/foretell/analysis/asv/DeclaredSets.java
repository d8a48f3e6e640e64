// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The atomic sets that the user declares, and implicit ones: fields of one object, statics of one class, elements of
 * one array. A variable belongs to the first set that names it.
 */
final class DeclaredSets {
    private static final int NONE = -1;

    private final Trace trace;
    private final List<AtomicSet> sets;
    private final Map<String, Integer> setOfName = new HashMap<>();
    private final boolean[] oneClass;
    /** The latest access of each kind to an instance of a set by the thread that is visited. */
    private final Long2IntOpenHashMap[] latest = {new Long2IntOpenHashMap(), new Long2IntOpenHashMap()};

    DeclaredSets(Trace trace, List<AtomicSet> sets) {
        this.trace = trace;
        this.sets = sets;
        this.oneClass = new boolean[sets.size()];
        for (int i = 0; i < sets.size(); i++) {
            oneClass[i] = sets.get(i).variables().stream()
                            .map(DeclaredSets::className)
                            .distinct()
                            .count()
                    == 1;
        }
        for (Long2IntOpenHashMap map : latest) {
            map.defaultReturnValue(NONE);
        }
    }

    void nextThread() {
        for (Long2IntOpenHashMap map : latest) {
            map.clear();
        }
    }

    /**
     * Records an access. Returns the thread's latest access of the same kind to the same set of the same object, if
     * that was to another variable; else -1.
     */
    int exchange(int variable, int event, boolean write) {
        if (sets.isEmpty()) {
            return NONE;
        }
        int set = setOf(variable);
        if (set == NONE) {
            return NONE;
        }
        long owner = oneClass[set] ? trace.variableOwner(variable) : 0;
        int before = latest[write ? 1 : 0].put(owner * sets.size() + set, event);
        return before == NONE || trace.target(before) == variable ? NONE : before;
    }

    /** Whether two variables are fields of one object, statics of one class, or in one declared set. */
    boolean sameObjectOrSet(int variable, int other) {
        long owner = trace.variableOwner(variable);
        if (owner != 0 && owner == trace.variableOwner(other)) {
            return true;
        }
        if (owner == 0
                && trace.variableOwner(other) == 0
                && className(trace.variableName(variable)).equals(className(trace.variableName(other)))) {
            return true;
        }
        return !sets.isEmpty() && setOf(variable) != NONE && setOf(variable) == setOf(other);
    }

    private int setOf(int variable) {
        return setOfName.computeIfAbsent(trace.variableName(variable), this::find);
    }

    private int find(String name) {
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).variables().stream().anyMatch(declared -> means(declared, name))) {
                return i;
            }
        }
        return NONE;
    }

    private static boolean means(String declared, String name) {
        return declared.equals(name) || declared.endsWith("." + name) || name.endsWith("." + declared);
    }

    private static String className(String variable) {
        int dot = variable.lastIndexOf('.');
        return dot < 0 ? "" : variable.substring(0, dot);
    }
}
