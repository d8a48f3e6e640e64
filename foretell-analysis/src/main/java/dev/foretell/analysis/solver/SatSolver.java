// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Conflict-driven clause learning with a theory (DPLL(T)): watched literals, first unique implication point, recursive
 * minimisation, activity, phase saving, Luby restarts, deletion of learnt clauses, assumptions.
 *
 * <p>Variables are 0, 1, …; the positive literal of variable v is {@code 2 * v}, the negative one {@code 2 * v + 1}.
 * Every assigned literal is on the trail; one that was not decided has a reason, a clause or the theory, which explains
 * it only when a conflict needs it. All other literals of a reason precede it on the trail.
 */
final class SatSolver {
    private static final int DECIDED = 0;
    private static final int THEORY = -1;
    private static final int RESTART = 64;
    private static final int CLOCK_CHECK = 63;

    /** What the literals mean beyond the clauses. */
    interface Theory {
        /**
         * A literal has become true; {@link SatSolver#imply} may be called. False on a conflict, which
         * {@link #conflict} explains.
         */
        boolean assign(int literal);

        /** Adds literals, all false, that cannot be false together, after {@link #assign} has returned false. */
        void conflict(IntArrayList out);

        /** Adds literals, all false, one of which must be true unless the implied one is. */
        void explain(int implied, IntArrayList out);

        /** From here on assignments are undone by {@link #pop}. */
        void push();

        /** Undoes all since as many pushes as leave {@code level} of them. */
        void pop(int level);

        /** All variables are assigned without conflict. False when the theory has added constraints. */
        boolean accept();
    }

    private final Theory theory;
    private final Clauses clauses = new Clauses();
    private final VariableHeap heap = new VariableHeap();
    private int variables;
    /** By literal: 1 true, -1 false, 0 open. */
    private byte[] value = new byte[64];

    private boolean[] phase = new boolean[32];
    private boolean[] seen = new boolean[32];
    private int[] level = new int[32];
    private int[] place = new int[32];
    private int[] reason = new int[32];
    private final IntArrayList trail = new IntArrayList();
    private final IntArrayList levelStart = new IntArrayList();
    private int propagated;
    private int theoryPropagated;
    private boolean contradiction;

    private final IntArrayList conflict = new IntArrayList();
    private final IntArrayList learnt = new IntArrayList();
    private final IntArrayList marked = new IntArrayList();
    private final IntArrayList todo = new IntArrayList();
    private final IntArrayList core = new IntArrayList();
    private final Reasons reasons = new Reasons();
    private long conflicts;
    private long maxLearnt = 4000;

    SatSolver(Theory theory) {
        this.theory = theory;
    }

    int addVariable(boolean firstPhase) {
        int v = variables++;
        if (v == phase.length) {
            value = Arrays.copyOf(value, 4 * v);
            phase = Arrays.copyOf(phase, 2 * v);
            seen = Arrays.copyOf(seen, 2 * v);
            level = Arrays.copyOf(level, 2 * v);
            place = Arrays.copyOf(place, 2 * v);
            reason = Arrays.copyOf(reason, 2 * v);
        }
        phase[v] = firstPhase;
        clauses.addVariable(v);
        heap.add(v);
        return v;
    }

    int variables() {
        return variables;
    }

    /** 1 true, -1 false, 0 open. */
    int value(int literal) {
        return value[literal];
    }

    int level(int literal) {
        return level[literal >> 1];
    }

    /** The position of an assigned literal or its opposite on the trail. */
    int place(int literal) {
        return place[literal >> 1];
    }

    int decisionLevel() {
        return levelStart.size();
    }

    long conflicts() {
        return conflicts;
    }

    /**
     * The assumptions that cannot hold together, after {@link SolverResult#NONE}; empty when there is no solution at
     * all.
     */
    int[] core() {
        return core.toIntArray();
    }

    /** Called by the theory: the literal is implied by the assignments so far. */
    void imply(int literal) {
        if (value[literal] == 0) {
            enqueue(literal, THEORY);
        }
    }

    /** The problem is unsatisfiable. */
    void contradict() {
        contradiction = true;
    }

    /** Backtracks until the clause is not violated; at level 0 it may become a permanent assignment. */
    void addClause(int... literals) {
        learnt.clear();
        for (int literal : literals) {
            if (learnt.contains(literal ^ 1) || value[literal] > 0 && level(literal) == 0) {
                return;
            }
            if (!learnt.contains(literal) && !(value[literal] < 0 && level(literal) == 0)) {
                learnt.add(literal);
            }
        }
        while (decisionLevel() > 0 && learnt.size() > 1 && !bringOpenToFront()) {
            undo(highestLevel(learnt) - 1);
        }
        if (learnt.size() > 1) {
            bringOpenToFront();
            clauses.add(learnt, 0);
        } else if (learnt.isEmpty()) {
            contradiction = true;
        } else {
            undo(0);
            enqueue(learnt.getInt(0), DECIDED);
        }
    }

    /** Whether two literals of the clause at hand, now its first, are not false. */
    private boolean bringOpenToFront() {
        int open = 0;
        for (int i = 0; i < learnt.size() && open < 2; i++) {
            if (value[learnt.getInt(i)] >= 0) {
                swap(learnt, i, open++);
            }
        }
        return open == 2;
    }

    private int highestLevel(IntArrayList literals) {
        int highest = 0;
        for (int i = 0; i < literals.size(); i++) {
            int literal = literals.getInt(i);
            highest = Math.max(highest, value[literal] < 0 ? level(literal) : 0);
        }
        return highest;
    }

    private static void swap(IntArrayList list, int i, int j) {
        int kept = list.getInt(i);
        list.set(i, list.getInt(j));
        list.set(j, kept);
    }

    /** Backtracks to level 0. */
    void reset() {
        undo(0);
    }

    SolverResult solve(SolverLimit limit, int... assumptions) {
        undo(0);
        core.clear();
        long start = conflicts;
        long begin = System.nanoTime();
        int restarts = 0;
        long nextRestart = conflicts + RESTART * luby(restarts++);
        while (!contradiction) {
            if (!propagate()) {
                conflicts++;
                if (!learn()) {
                    break;
                }
                if (conflicts - start >= limit.conflicts()
                        || (conflicts & CLOCK_CHECK) == 0 && System.nanoTime() - begin > limit.nanos()) {
                    return SolverResult.UNDECIDED;
                }
            } else if (conflicts >= nextRestart) {
                undo(0);
                nextRestart = conflicts + RESTART * luby(restarts++);
                if (clauses.learnt() > maxLearnt && propagate()) {
                    clauses.forget();
                    maxLearnt += maxLearnt >> 4;
                }
            } else if (decisionLevel() < assumptions.length) {
                int assumed = assumptions[decisionLevel()];
                if (value[assumed] < 0) {
                    explainCore(assumed);
                    return SolverResult.NONE;
                }
                open();
                if (value[assumed] == 0) {
                    enqueue(assumed, DECIDED);
                }
            } else if (!decide()) {
                if (theory.accept()) {
                    return SolverResult.FOUND;
                }
                if (System.nanoTime() - begin > limit.nanos()) {
                    return SolverResult.UNDECIDED;
                }
            }
        }
        contradiction = true;
        return SolverResult.NONE;
    }

    private boolean decide() {
        while (!heap.isEmpty()) {
            int v = heap.removeFirst();
            if (value[2 * v] == 0) {
                open();
                enqueue(phase[v] ? 2 * v : 2 * v + 1, DECIDED);
                return true;
            }
        }
        return false;
    }

    private void open() {
        levelStart.add(trail.size());
        theory.push();
    }

    private void enqueue(int literal, int why) {
        int v = literal >> 1;
        value[literal] = 1;
        value[literal ^ 1] = -1;
        level[v] = decisionLevel();
        place[v] = trail.size();
        reason[v] = why;
        trail.add(literal);
    }

    private void undo(int to) {
        if (decisionLevel() <= to) {
            return;
        }
        int from = levelStart.getInt(to);
        for (int i = trail.size() - 1; i >= from; i--) {
            int literal = trail.getInt(i);
            int v = literal >> 1;
            value[literal] = 0;
            value[literal ^ 1] = 0;
            phase[v] = (literal & 1) == 0;
            heap.insert(v);
        }
        trail.size(from);
        propagated = Math.min(propagated, from);
        theoryPropagated = Math.min(theoryPropagated, from);
        levelStart.size(to);
        theory.pop(to);
    }

    /** Clauses first, for they are cheap; then the theory, one literal at a time. False: see {@link #conflict}. */
    private boolean propagate() {
        while (true) {
            while (propagated < trail.size()) {
                int clause = propagate(trail.getInt(propagated++) ^ 1);
                if (clause != 0) {
                    conflict.clear();
                    for (int i = Clauses.first(clause); i < clauses.last(clause); i++) {
                        conflict.add(clauses.words[i]);
                    }
                    return false;
                }
            }
            if (theoryPropagated == trail.size()) {
                return true;
            }
            if (!theory.assign(trail.getInt(theoryPropagated++))) {
                conflict.clear();
                theory.conflict(conflict);
                return false;
            }
        }
    }

    /** Visits the clauses that watch a literal that is now false; the clause that is violated, or 0. */
    private int propagate(int wrong) {
        int[] list = clauses.watchers[wrong];
        int count = clauses.watcherCount[wrong];
        int[] words = clauses.words;
        int kept = 0;
        int violated = 0;
        for (int i = 0; i < count; i += 2) {
            int clause = list[i];
            int other = list[i + 1];
            list[kept] = clause;
            list[kept + 1] = other;
            kept += 2;
            if (value[other] > 0 || violated != 0) {
                continue;
            }
            int first = Clauses.first(clause);
            if (words[first] == wrong) {
                words[first] = words[first + 1];
                words[first + 1] = wrong;
            }
            int partner = words[first];
            list[kept - 1] = partner;
            if (value[partner] > 0) {
                continue;
            }
            int replacement = first + 2;
            int last = clauses.last(clause);
            while (replacement < last && value[words[replacement]] < 0) {
                replacement++;
            }
            if (replacement < last) {
                words[first + 1] = words[replacement];
                words[replacement] = wrong;
                clauses.watch(words[first + 1], clause, partner);
                kept -= 2;
            } else if (value[partner] < 0) {
                violated = clause;
            } else {
                enqueue(partner, clause);
            }
        }
        clauses.watcherCount[wrong] = kept;
        return violated;
    }

    /** Learns from the conflict and jumps back; false when it does not depend on any decision. */
    private boolean learn() {
        undo(highestLevel(conflict));
        if (decisionLevel() == 0) {
            return false;
        }
        reasons.forget();
        learnt.clear();
        learnt.add(0);
        int open = mark(conflict.elements(), 0, conflict.size(), -1);
        int at = trail.size();
        int uip;
        while (true) {
            do {
                at--;
            } while (!seen[trail.getInt(at) >> 1]);
            uip = trail.getInt(at);
            if (--open == 0) {
                break;
            }
            reasons.load(uip >> 1);
            open += mark(reasons.words, reasons.from, reasons.to, uip);
        }
        learnt.set(0, uip ^ 1);
        minimise();
        for (int i = 0; i < marked.size(); i++) {
            seen[marked.getInt(i)] = false;
        }
        marked.clear();
        jump();
        heap.decay();
        return true;
    }

    /**
     * Marks the antecedents of a literal; how many of them are of the current level. Others go into the learnt clause.
     */
    private int mark(int[] words, int from, int to, int implied) {
        int open = 0;
        for (int i = from; i < to; i++) {
            int literal = words[i];
            int v = literal >> 1;
            if (literal != implied && !seen[v] && level[v] > 0) {
                seen[v] = true;
                marked.add(v);
                heap.bump(v);
                if (level[v] == decisionLevel()) {
                    open++;
                } else {
                    learnt.add(literal);
                }
            }
        }
        return open;
    }

    private void minimise() {
        int kept = 1;
        long levels = 0;
        for (int i = 1; i < learnt.size(); i++) {
            levels |= 1L << level(learnt.getInt(i));
        }
        for (int i = 1; i < learnt.size(); i++) {
            int literal = learnt.getInt(i);
            if (reason[literal >> 1] == DECIDED || !followsFromOthers(literal >> 1, levels)) {
                learnt.set(kept++, literal);
            }
        }
        learnt.size(kept);
    }

    /**
     * Whether a marked variable's value follows from other marked ones (of the learnt clause, or following from it). A
     * variable of a level that the clause does not have, by a hash of 64 levels, cannot.
     */
    private boolean followsFromOthers(int variable, long levels) {
        todo.clear();
        todo.add(variable);
        int alreadyMarked = marked.size();
        while (!todo.isEmpty()) {
            int v = todo.popInt();
            reasons.load(v);
            int[] words = reasons.words;
            for (int i = reasons.from; i < reasons.to; i++) {
                int other = words[i] >> 1;
                if (other != v && !seen[other] && level[other] > 0) {
                    if (reason[other] == DECIDED || (levels & 1L << level[other]) == 0) {
                        for (int j = alreadyMarked; j < marked.size(); j++) {
                            seen[marked.getInt(j)] = false;
                        }
                        marked.size(alreadyMarked);
                        return false;
                    }
                    seen[other] = true;
                    marked.add(other);
                    todo.add(other);
                }
            }
        }
        return true;
    }

    private void jump() {
        if (learnt.size() == 1) {
            undo(0);
            enqueue(learnt.getInt(0), DECIDED);
            return;
        }
        int highest = 1;
        for (int i = 2; i < learnt.size(); i++) {
            if (level(learnt.getInt(i)) > level(learnt.getInt(highest))) {
                highest = i;
            }
        }
        swap(learnt, 1, highest);
        int quality = spannedLevels();
        undo(level(learnt.getInt(1)));
        enqueue(learnt.getInt(0), clauses.add(learnt, quality));
    }

    private int spannedLevels() {
        todo.clear();
        for (int i = 0; i < learnt.size(); i++) {
            todo.add(level(learnt.getInt(i)));
        }
        todo.sort(null);
        int levels = 1;
        for (int i = 1; i < todo.size(); i++) {
            levels += todo.getInt(i) != todo.getInt(i - 1) ? 1 : 0;
        }
        return levels;
    }

    /** Which assumptions make another one false. */
    private void explainCore(int assumed) {
        core.add(assumed);
        if (level(assumed) == 0) {
            return;
        }
        reasons.forget();
        seen[assumed >> 1] = true;
        for (int i = trail.size() - 1; i >= levelStart.getInt(0); i--) {
            int literal = trail.getInt(i);
            int v = literal >> 1;
            if (!seen[v]) {
                continue;
            }
            seen[v] = false;
            if (reason[v] == DECIDED) {
                core.add(literal);
                continue;
            }
            reasons.load(v);
            for (int j = reasons.from; j < reasons.to; j++) {
                int other = reasons.words[j] >> 1;
                seen[other] |= other != v && level[other] > 0;
            }
        }
    }

    /**
     * The series 1 1 2 1 1 2 4 1 1 2 …, of which no restart strategy is much better when nothing is known (Luby et al.
     * 1993).
     */
    static long luby(int index) {
        int size = 1;
        int power = 0;
        while (size < index + 1) {
            power++;
            size = 2 * size + 1;
        }
        int i = index;
        while (size - 1 != i) {
            size = (size - 1) >> 1;
            power--;
            i %= size;
        }
        return 1L << power;
    }

    /** Reasons of variables as ranges of an array; those of the theory are computed once per conflict. */
    private final class Reasons {
        int[] words;
        int from;
        int to;
        private final IntArrayList explained = new IntArrayList();
        private final IntArrayList bounds = new IntArrayList();
        private int[] number = new int[32];
        private int generation;
        private int[] explainedIn = new int[32];

        void forget() {
            generation++;
            explained.clear();
            bounds.clear();
            if (number.length < variables) {
                number = Arrays.copyOf(number, phase.length);
                explainedIn = Arrays.copyOf(explainedIn, phase.length);
            }
        }

        /** Sets {@code words}, {@code from} and {@code to} to the reason of a variable that was not decided. */
        void load(int v) {
            if (reason[v] > 0) {
                words = clauses.words;
                from = Clauses.first(reason[v]);
                to = clauses.last(reason[v]);
                return;
            }
            if (explainedIn[v] != generation) {
                explainedIn[v] = generation;
                number[v] = bounds.size();
                bounds.add(explained.size());
                theory.explain(value[2 * v] > 0 ? 2 * v : 2 * v + 1, explained);
                bounds.add(explained.size());
            }
            words = explained.elements();
            from = bounds.getInt(number[v]);
            to = bounds.getInt(number[v] + 1);
        }
    }
}
