// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.IntPredicate;

/**
 * Decides whether there is a correct reordering of exactly these events, a prefix of each thread given by {@code ends}.
 * Complete for the rules of {@link dev.foretell.analysis.witness.WitnessChecker}; the model of the solver is the
 * schedule.
 *
 * <p>First all order implied without any choice is derived (saturation), which often decides the question. Then comes
 * the search, with choices added lazily, only where the order found violates a rule.
 *
 * <p>Cost: memory for nodes times threads; only events that concern another thread are nodes.
 */
public final class CorrectReordering {
    private final TraceModel model;
    private final Trace trace;
    private final EventNodes nodes;
    private final IntPredicate free;
    private final LockConstraints locks;
    private final ReadsFromConstraints reads;
    private OrderSolver solver;
    private boolean impossible;
    private int[] schedule;

    /**
     * @param ends how many events of each thread are in the set
     * @param start events of the set recorded before this one keep the recorded order, which must be a correct one, and
     *     come first; 0 for none. Where that would separate inseparable events, none do: see {@link #from}
     * @param edges further order between events of the set: source and target in turn
     * @param free reads that may see any write
     */
    public CorrectReordering(TraceModel model, int[] ends, int start, int[] edges, IntPredicate free) {
        this(model, ends, start, edges, free, false);
    }

    /** For incremental queries about any of the events, see {@link #solve(SolverLimit, int[])}; no read is free. */
    public static CorrectReordering incremental(TraceModel model, int[] ends) {
        return new CorrectReordering(model, ends, 0, new int[0], read -> false, true);
    }

    private CorrectReordering(
            TraceModel model, int[] ends, int start, int[] edges, IntPredicate free, boolean allNodes) {
        this.model = model;
        this.trace = model.trace();
        this.free = free;
        int[] from = start <= 0 ? null : EventNodes.startingAt(model, ends, start);
        this.nodes = new EventNodes(model, from == null ? new int[ends.length] : from, ends, allNodes);
        this.locks = new LockConstraints(model, nodes);
        this.reads = new ReadsFromConstraints(model, nodes, free);
        build(edges);
    }

    private void build(int[] edges) {
        IntArrayList dependencies = new IntArrayList();
        boolean complete = collectDependencies(dependencies) && locks.collect();
        for (int i = 0; complete && i < edges.length; i += 2) {
            complete = addDependency(dependencies, edges[i], edges[i + 1]);
        }
        for (int i = 0; i < dependencies.size(); i++) {
            nodes.markRelevant(dependencies.getInt(i));
        }
        reads.collect();
        if (!complete || !nodes.number()) {
            impossible = true;
            return;
        }
        solver = new OrderSolver(nodes.chainLengths(), nodes.ranks());
        impossible = !addFixed(dependencies) || !saturate();
        solver.setRefiner(this::refine);
    }

    /** Adds the edges of the dependencies, and those of the other rules that need no choice. */
    private boolean addFixed(IntArrayList dependencies) {
        IntArrayList fixed = new IntArrayList();
        for (int i = 0; i < dependencies.size(); i += 2) {
            int from = nodes.node(dependencies.getInt(i));
            int to = nodes.node(dependencies.getInt(i + 1));
            if (from != to) {
                fixed.add(from);
                fixed.add(to);
            } else if (model.position(dependencies.getInt(i)) >= model.position(dependencies.getInt(i + 1))) {
                return false;
            }
        }
        locks.fix(fixed);
        reads.fix(fixed);
        return solver.edges(fixed);
    }

    /** Derives order until nothing new follows; false when it contradicts itself. */
    private boolean saturate() {
        IntArrayList derived = new IntArrayList();
        do {
            derived.clear();
            locks.saturate(solver, derived);
            reads.saturate(solver, derived);
            if (!solver.edges(derived)) {
                return false;
            }
        } while (!derived.isEmpty());
        return true;
    }

    private boolean refine(int[] order) {
        int[] time = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            time[order[i]] = i;
        }
        // No short circuit: both rules refine in each round.
        return locks.refine(time, solver) | reads.refine(time, solver);
    }

    /** Rules 2, 4 (that the write comes first), 5 and 7; false when an event depends on one outside of the set. */
    private boolean collectDependencies(IntArrayList out) {
        for (int t = 0; t < nodes.to.length; t++) {
            for (int p = nodes.from[t]; p < nodes.to[t]; p++) {
                int e = model.event(t, p);
                boolean any = trace.kind(e).isRead() && free.test(e);
                for (int source : model.dependencies(e)) {
                    if (!(any && source == model.partner(e)) && !addDependency(out, source, e)) {
                        return false;
                    }
                }
                for (int held : model.mustPrecede(e)) {
                    if (nodes.happens(held) && !addDependency(out, e, held)) {
                        return false;
                    }
                }
                if (trace.kind(e) == EventKind.WAKE && p > 0 && nodes.contains(model.partner(e))) {
                    if (!addDependency(out, model.event(t, p - 1), model.partner(e))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** False when the source is not in the set, or the recorded prefix has the opposite order. */
    private boolean addDependency(IntArrayList out, int source, int target) {
        if (nodes.contains(source) && nodes.contains(target)) {
            out.add(source);
            out.add(target);
            return true;
        }
        if (nodes.contains(source) || !nodes.happens(source)) {
            return false;
        }
        if (nodes.contains(target)) {
            return true;
        }
        int difference = recorded(source) - recorded(target);
        return difference < 0 || difference == 0 && model.position(source) < model.position(target);
    }

    /**
     * The recorded position of an event before the start: of a wait that of its re-acquire, of an event in an
     * initialiser that of the first.
     */
    private int recorded(int event) {
        if (model.inseparable(event) && trace.kind(event) == EventKind.WAKE) {
            return model.next(event);
        }
        int first = event;
        while (model.position(first) > 0) {
            int before = model.event(trace.thread(first), model.position(first) - 1);
            if (!model.inseparable(before) || trace.kind(before) == EventKind.WAKE) {
                break;
            }
            first = before;
        }
        return first;
    }

    /** Whether there is such an order; then {@link #schedule} returns it. */
    public SolverResult solve(SolverLimit limit) {
        return solve(limit, new int[0]);
    }

    /**
     * As {@link #solve(SolverLimit)}, with additional edges for this query only. Learnt clauses are kept for the next
     * one.
     *
     * @param edges order between events of the set: source and target in turn. Only {@link #incremental} has all events
     */
    public SolverResult solve(SolverLimit limit, int[] edges) {
        schedule = null;
        if (impossible) {
            return SolverResult.NONE;
        }
        SolverResult verdict = edges.length == 0 ? solver.solve(limit) : solver.solve(limit, assumption(edges));
        if (verdict == SolverResult.FOUND) {
            schedule = nodes.schedule(solver.order());
        }
        return verdict;
    }

    /** A literal that stands for these edges. */
    private int assumption(int[] edges) {
        IntArrayList wanted = new IntArrayList();
        for (int i = 0; i < edges.length; i += 2) {
            int from = nodes.node(edges[i]);
            int to = nodes.node(edges[i + 1]);
            if (from < 0 || to < 0) {
                throw new IllegalArgumentException(
                        "not prepared for a question about " + edges[i] + ", " + edges[i + 1]);
            }
            if (from != to || model.position(edges[i]) >= model.position(edges[i + 1])) {
                wanted.add(from);
                wanted.add(to);
            }
        }
        return solver.choice(wanted.toIntArray(), new int[0], false);
    }

    /** The events in an order that {@link #solve} found; those before the start are not among them. */
    public int[] schedule() {
        return schedule;
    }

    /** How many events of each thread come before the start, in recorded order, and are not in {@link #schedule}. */
    public int[] from() {
        return nodes.from.clone();
    }

    /** Conflicts met so far: what the search has cost. */
    public long conflicts() {
        return solver == null ? 0 : solver.conflicts();
    }
}
