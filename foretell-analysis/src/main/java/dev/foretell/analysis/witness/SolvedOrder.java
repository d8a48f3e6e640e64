// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.solver.CorrectReordering;
import dev.foretell.analysis.solver.SolverLimit;
import dev.foretell.analysis.solver.SolverResult;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * Finds a valid order for a trace ideal where moving blocks was not sufficient.
 *
 * <p>Only the events from the first section that has to move are reordered at first; the long prefix before it stays as
 * recorded. When that fails, all events are reordered.
 */
final class SolvedOrder {
    /** Largest number of clock entries: events times threads. */
    private static final long MAX_CLOCKS = 16_000_000;

    /** A query that takes longer is left undecided. */
    static final SolverLimit LIMIT = new SolverLimit(Long.MAX_VALUE, 5_000_000_000L);

    /** The same for schedules that are no witness. */
    static final SolverLimit GUESS_LIMIT = new SolverLimit(2_000, 1_000_000_000L);

    private final TraceModel model;
    private final WitnessQuery query;
    private final int[] ends;
    private final IntList lasts;
    private final SolverLimit limit;
    private final int[] recorded;
    private final int[] edges;
    private boolean gaveUp;

    /**
     * @param ends how many events of each thread there are
     * @param lasts acquires whose sections come last on their lock
     * @param recorded these events in recorded order
     */
    SolvedOrder(WitnessQuery query, int[] ends, IntList lasts, int[] recorded, SolverLimit limit) {
        this.model = query.model;
        this.query = query;
        this.ends = ends;
        this.lasts = lasts;
        this.limit = limit;
        this.recorded = recorded;
        int[] chain = query.goal.chain();
        this.edges = new int[Math.max(0, 2 * (chain.length - 1))];
        for (int i = 1; i < chain.length; i++) {
            edges[2 * i - 2] = chain[i - 1];
            edges[2 * i - 1] = chain[i];
        }
    }

    /** Null when there is no order, or, if {@link #gaveUp}, none was found. */
    int[] solve() {
        int start = firstToMove();
        if (start > 0) {
            int[] found = attempt(start);
            if (found != null) {
                return found;
            }
        }
        gaveUp = false;
        return attempt(0);
    }

    boolean gaveUp() {
        return gaveUp;
    }

    private int firstToMove() {
        int first = Integer.MAX_VALUE;
        for (int acquire : lasts) {
            first = Math.min(first, model.regionStart(acquire));
        }
        for (int e : query.goal.chain()) {
            int region = model.regionStart(e);
            first = Math.min(first, region < 0 ? e : region);
        }
        return first == Integer.MAX_VALUE || cutsInitialiser(first) ? 0 : first;
    }

    private boolean cutsInitialiser(int start) {
        for (int e : recorded) {
            if (e < start
                    && model.trace().kind(e) != EventKind.WAKE
                    && model.inseparable(e)
                    && model.next(e) >= start) {
                return true;
            }
        }
        return false;
    }

    private int[] attempt(int start) {
        int events = 0;
        for (int e : recorded) {
            events += e >= start ? 1 : 0;
        }
        if ((long) events * model.threadCount() > MAX_CLOCKS) {
            gaveUp = true;
            return null;
        }
        CorrectReordering order = new CorrectReordering(model, ends, start, edges, query::isUnbound);
        SolverResult verdict = order.solve(limit);
        gaveUp |= verdict == SolverResult.UNDECIDED;
        return verdict == SolverResult.FOUND ? join(order) : null;
    }

    private int[] join(CorrectReordering order) {
        IntArrayList all = new IntArrayList(new RecordedOrder(query, order.from()).plain());
        all.addElements(all.size(), order.schedule());
        return all.toIntArray();
    }
}
