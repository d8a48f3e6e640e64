// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;

/**
 * PECAN's schedules as in the paper: they keep the partial order and locks, but not the reads-from relation of plain
 * reads (section 6.1 drops the program control constraint). Where {@link WitnessBuilder} refutes a goal under the
 * recorded reads-from relation, the thread's branches may not depend on the value; only a re-execution can decide. So
 * this is no witness, but worth a re-execution.
 *
 * <p>As in the paper the whole recorded prefix is kept, as far as it does not depend on events that must not have
 * happened: the fewer events are reordered, the likelier the threads take the same branches.
 */
public final class PecanSchedules {
    private final WitnessBuilder builder;
    private final TraceModel model;
    private final Trace trace;
    private final WitnessChecker checker;

    PecanSchedules(WitnessBuilder builder, TraceModel model, WitnessChecker checker) {
        this.builder = builder;
        this.model = model;
        this.trace = model.trace();
        this.checker = checker;
    }

    /**
     * @param schedule keeps partial order and locks
     * @param otherReads how many of its reads read from another write than recorded
     * @param firstOther the first of them, or -1
     */
    public record Guess(int[] schedule, int otherReads, int firstOther) {}

    /**
     * Null when even the partial order and locks make the goal infeasible. Cheap moves of the whole recorded prefix
     * come first, then the solver on it, then the smallest trace ideal that reaches the goal; these two miss a feasible
     * goal only when a limit ends them.
     */
    public Guess find(Goal goal) {
        WitnessQuery query = WitnessQuery.with(ReadsFromRule.OTHER_PLAIN, model, goal);
        if (query.contradiction() != null) {
            return null;
        }
        int[] ends = ends(query);
        Guess guess = ends == null ? null : keepingThePrefix(query, ends);
        if (guess != null) {
            return guess;
        }
        WitnessBuilder.Answer answer = builder.find(goal, ReadsFromRule.OTHER_PLAIN);
        return answer.verdict() == WitnessBuilder.Verdict.FOUND ? guess(answer.schedule()) : null;
    }

    private Guess keepingThePrefix(WitnessQuery query, int[] ends) {
        RecordedOrder recorded = new RecordedOrder(query, ends);
        int[] plain = recorded.plain();
        if (isAllowed(plain, query.goal)) {
            return guess(plain);
        }
        for (List<int[]> stages : BlockMoves.forGuess(query)) {
            int[] moved = recorded.moved(stages);
            if (isAllowed(moved, query.goal)) {
                return guess(moved);
            }
        }
        int[] solved = new SolvedOrder(query, ends, IntList.of(), recorded.events(), SolvedOrder.GUESS_LIMIT).solve();
        return solved != null && isAllowed(solved, query.goal) ? guess(solved) : null;
    }

    private boolean isAllowed(int[] schedule, Goal goal) {
        return checker.problem(schedule, goal, ReadsFromRule.OTHER_PLAIN).isEmpty();
    }

    /**
     * The first of the proposed schedules that keeps partial order and locks and reaches the goal; else as
     * {@link #find(Goal)}.
     */
    public Guess find(Goal goal, List<int[]> proposals) {
        for (int[] schedule : proposals) {
            if (isAllowed(schedule, goal)) {
                return guess(schedule);
            }
        }
        return find(goal);
    }

    /** The schedule with fewer context switches, where that is possible. */
    public int[] polish(int[] schedule, Goal goal) {
        return FewContextSwitches.improve(model, schedule, goal, other -> isAllowed(other, goal));
    }

    /** A given schedule, with the number of its reads that read from another write. */
    public Guess of(int[] schedule) {
        return guess(schedule);
    }

    private Guess guess(int[] schedule) {
        int[] latest = new int[trace.variableCount()];
        Arrays.fill(latest, -1);
        int others = 0;
        int first = -1;
        for (int e : schedule) {
            if (trace.kind(e).isWrite()) {
                latest[trace.target(e)] = e;
            } else if (trace.kind(e) == EventKind.READ && latest[trace.target(e)] != model.partner(e)) {
                others++;
                first = first < 0 ? e : first;
            }
        }
        return new Guess(schedule, others, first);
    }

    /** The largest set closed under dependencies, with the goal's threads cut where they must stop; null for none. */
    private int[] ends(WitnessQuery query) {
        Goal goal = query.goal;
        int last = -1;
        for (int[] events : new int[][] {goal.chain(), goal.next()}) {
            for (int e : events) {
                last = Math.max(last, e);
            }
        }
        int[] ends = new int[model.threadCount()];
        int[] required = new int[ends.length];
        for (int e : goal.chain()) {
            int release = releaseForNext(goal, e);
            last = Math.max(last, release);
            int thread = trace.thread(e);
            required[thread] = Math.max(required[thread], model.position(Math.max(e, release)) + 1);
        }
        for (int e = 0; e <= last; e++) {
            ends[trace.thread(e)]++;
        }
        for (int e : goal.next()) {
            ends[trace.thread(e)] = Math.min(ends[trace.thread(e)], model.position(e));
        }
        for (int e : goal.next()) {
            required[trace.thread(e)] = model.position(e);
            if (model.fork(e) >= 0) {
                int fork = model.fork(e);
                required[trace.thread(fork)] = Math.max(required[trace.thread(fork)], model.position(fork) + 1);
            }
        }
        while (true) {
            shrinkToNeeds(query, ends, last);
            for (int t = 0; t < ends.length; t++) {
                if (ends[t] < required[t]) {
                    return null;
                }
            }
            if (!shrinkToLocks(ends, required)) {
                return ends;
            }
        }
    }

    /**
     * Where the thread of a chained event releases the locks that it holds there and that a thread of a next event
     * holds then; or -1.
     */
    private int releaseForNext(Goal goal, int event) {
        int release = -1;
        for (int next : goal.next()) {
            if (trace.thread(next) == trace.thread(event)) {
                continue;
            }
            int nextLocks = trace.kind(next).isAcquire() ? model.otherLocks(next) : model.lockset(next);
            for (int lock : model.locks(model.intersection(nextLocks, model.lockset(event)))) {
                for (EventKind kind : new EventKind[] {EventKind.ACQUIRE, EventKind.ACQUIRE_SHARED}) {
                    int acquire = openAcquire(trace.thread(event), model.position(event) + 1, lock, kind);
                    release = Math.max(release, acquire < 0 ? -1 : model.partner(acquire));
                }
            }
        }
        return release;
    }

    /**
     * Cuts each thread before its first event that depends on one outside of the set. One pass in recorded order
     * suffices.
     */
    private void shrinkToNeeds(WitnessQuery query, int[] ends, int last) {
        for (int e = 0; e <= last; e++) {
            int thread = trace.thread(e);
            int position = model.position(e);
            if (position >= ends[thread]) {
                continue;
            }
            for (int source : query.dependencies(e)) {
                if (model.position(source) >= ends[trace.thread(source)]) {
                    ends[thread] = Math.min(ends[thread], position);
                }
            }
        }
        for (int t = 0; t < ends.length; t++) {
            while (ends[t] > 0 && model.inseparable(model.event(t, ends[t] - 1))) {
                ends[t]--;
            }
        }
    }

    /**
     * Of the threads that would both hold one lock in the end, those that may be cut are cut before the acquire; true
     * if any was.
     */
    private boolean shrinkToLocks(int[] ends, int[] required) {
        IntArrayList open = new IntArrayList();
        boolean cut = false;
        for (int t = 0; t < ends.length; t++) {
            if (ends[t] == 0) {
                continue;
            }
            int lastEvent = model.event(t, ends[t] - 1);
            for (int lock : model.locks(model.locksetAfter(lastEvent))) {
                for (EventKind kind : new EventKind[] {EventKind.ACQUIRE, EventKind.ACQUIRE_SHARED}) {
                    int acquire = openAcquire(t, ends[t], lock, kind);
                    if (acquire >= 0) {
                        cut |= shrinkTo(acquire, open, ends, required);
                    }
                }
            }
        }
        return cut;
    }

    /** Adds an open section unless one of the others takes precedence; those over which it takes precedence are cut. */
    private boolean shrinkTo(int acquire, IntArrayList open, int[] ends, int[] required) {
        boolean cut = false;
        for (int i = 0; i < open.size(); i++) {
            int other = open.getInt(i);
            boolean exclude = trace.target(acquire) == trace.target(other)
                    && trace.thread(acquire) != trace.thread(other)
                    && !(trace.kind(acquire).isShared() && trace.kind(other).isShared());
            if (!exclude || model.position(other) >= ends[trace.thread(other)]) {
                continue;
            }
            int loser = mayLose(acquire, other, required) ? acquire : other;
            ends[trace.thread(loser)] = Math.min(ends[trace.thread(loser)], model.position(loser));
            cut = true;
            if (loser == acquire) {
                return true;
            }
        }
        open.add(acquire);
        return cut;
    }

    private boolean mayLose(int acquire, int other, int[] required) {
        boolean needed = model.position(acquire) < required[trace.thread(acquire)];
        boolean otherNeeded = model.position(other) < required[trace.thread(other)];
        return needed == otherNeeded ? acquire > other : !needed;
    }

    private int openAcquire(int thread, int end, int lock, EventKind kind) {
        for (int p = end - 1; p >= 0; p--) {
            int e = model.event(thread, p);
            if (trace.kind(e) == kind && trace.target(e) == lock) {
                int release = model.partner(e);
                return release < 0 || model.position(release) >= end ? e : -1;
            }
        }
        return -1;
    }
}
