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
 * PECAN's schedules as the paper has them: order and locks are kept, what plain reads see is not (section 6.1 leaves
 * the program control constraint aside). Where {@link WitnessBuilder} says that a goal cannot be reached with every
 * read seeing what it saw, a thread may still not care; only a re-execution can tell. So this is no witness, it is
 * worth a try.
 *
 * <p>As in the paper the whole recorded prefix is kept, as far as it does not depend on what must not happen yet: the
 * less of the run changes, the likelier the threads go the same way.
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
     * @param schedule keeps order and locks
     * @param otherReads how many of its reads see something else than they did
     * @param firstOther the first of them, or -1
     */
    public record Guess(int[] schedule, int otherReads, int firstOther) {}

    /**
     * Null when even order and locks stand in the way. Cheap moves of the whole recorded prefix come first, then the
     * solver on it, then the smallest set of events that leads to the goal; these two leave out a goal only when a
     * limit ends them.
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
     * The first of somebody else's schedules that keeps order and locks and leads to the goal; else as
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

    /** The schedule of a guess with fewer switches, where that is possible. */
    public int[] polish(int[] schedule, Goal goal) {
        return FewContextSwitches.improve(model, schedule, goal, other -> isAllowed(other, goal));
    }

    /** A schedule of another making, with what its reads see. */
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
     * Where the thread of a chained event gives up the locks that it holds there and a thread that is next holds then;
     * or -1.
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
     * Cuts each thread before its first event that needs one that is not there. Recorded order makes one pass enough.
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
     * Of the threads that would keep each other from one lock in the end those that may are cut before they take it;
     * true if any was.
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

    /** Adds an open section unless it loses against one of the others; those that lose against it are cut. */
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
