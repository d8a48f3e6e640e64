// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A goal with a choice of which reads of its chain are <em>free</em>, that is, may read from any write. A free read is
 * the last event of its thread, so its value does not affect the schedule; in return its thread executes no further
 * event, not even a release.
 */
final class WitnessQuery {
    private static final int[] NONE = {};
    /** Each read doubles the number of choices. */
    private static final int MAX_CHOSEN = 4;

    final TraceModel model;
    final Goal goal;
    private final int[] free;
    private final ReadsFromRule values;

    private WitnessQuery(TraceModel model, Goal goal, int[] free, ReadsFromRule values) {
        this.model = model;
        this.goal = goal;
        this.free = free;
        this.values = values;
    }

    /** The goal with fewer reads bound to their reads-from write. */
    static WitnessQuery with(ReadsFromRule values, TraceModel model, Goal goal) {
        return new WitnessQuery(model, goal, NONE, values);
    }

    /** The goal with every read bound to its reads-from write. */
    static WitnessQuery bound(TraceModel model, Goal goal) {
        return new WitnessQuery(model, goal, NONE, ReadsFromRule.SAME);
    }

    /**
     * The goal with each choice of free reads, as many free as possible first. Of more than {@link #MAX_CHOSEN} reads
     * only these are chosen from, the others stay bound; see {@link #leavesOut}.
     */
    static List<WitnessQuery> of(TraceModel model, Goal goal) {
        int[] eligible = eligible(model, goal);
        int chosen = Math.min(MAX_CHOSEN, eligible.length);
        List<WitnessQuery> queries = new ArrayList<>();
        for (int choice = (1 << chosen) - 1; choice >= 0; choice--) {
            IntArrayList free = new IntArrayList();
            for (int i = 0; i < chosen; i++) {
                if ((choice >> i & 1) != 0) {
                    free.add(eligible[i]);
                }
            }
            queries.add(new WitnessQuery(model, goal, free.toIntArray(), ReadsFromRule.SAME));
        }
        return queries;
    }

    /** Whether {@link #of} does not return every choice: then that none is feasible is no proof. */
    static boolean leavesOut(TraceModel model, Goal goal) {
        return eligible(model, goal).length > MAX_CHOSEN;
    }

    private static int[] eligible(TraceModel model, Goal goal) {
        IntArrayList eligible = new IntArrayList();
        for (int i = 0; i < goal.chain().length; i++) {
            int e = goal.chain()[i];
            if (model.trace().kind(e).isRead() && isLast(model, goal, i)) {
                eligible.add(e);
            }
        }
        return eligible.toIntArray();
    }

    private static boolean isLast(TraceModel model, Goal goal, int i) {
        int thread = model.trace().thread(goal.chain()[i]);
        for (int j = i + 1; j < goal.chain().length; j++) {
            if (model.trace().thread(goal.chain()[j]) == thread) {
                return false;
            }
        }
        return Arrays.stream(goal.next()).noneMatch(e -> model.trace().thread(e) == thread);
    }

    boolean isFree(int event) {
        for (int e : free) {
            if (e == event) {
                return true;
            }
        }
        return false;
    }

    int[] free() {
        return free;
    }

    /** Whether a read may read from another write than recorded. */
    boolean isUnbound(int read) {
        return switch (values) {
            case SAME -> isFree(read);
            case OTHER_PLAIN -> model.trace().kind(read) != EventKind.VOLATILE_READ || isChained(read);
            case OTHER -> true;
        };
    }

    /** As {@link TraceModel#dependencies}, but an unbound read does not depend on its reads-from write. */
    int[] dependencies(int event) {
        boolean all = values == ReadsFromRule.SAME && free.length == 0;
        return all || !model.trace().kind(event).isRead() || !isUnbound(event)
                ? model.dependencies(event)
                : fork(event);
    }

    private int[] fork(int event) {
        int fork = model.fork(event);
        return fork < 0 ? NONE : new int[] {fork};
    }

    private boolean isChained(int event) {
        for (int e : goal.chain()) {
            if (e == event) {
                return true;
            }
        }
        return false;
    }

    /**
     * Why the goal is infeasible for every schedule; null when it is not. Events of one thread must be in program
     * order, and none may be in a class initialiser.
     */
    String contradiction() {
        int[] last = new int[model.threadCount()];
        Arrays.fill(last, -1);
        RefutationText refutations = new RefutationText(model);
        for (int[] events : new int[][] {goal.chain(), goal.next()}) {
            for (int e : events) {
                int thread = model.trace().thread(e);
                if (model.insideInitialiser(e)) {
                    return refutations.inInitialiser(e);
                }
                if (last[thread] >= model.position(e)) {
                    return refutations.againstProgramOrder(model.event(thread, last[thread]), e);
                }
                last[thread] = model.position(e);
            }
        }
        return null;
    }
}
