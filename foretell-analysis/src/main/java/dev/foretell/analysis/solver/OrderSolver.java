// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Finds an order of nodes that satisfies all constraints, or proves that there is none.
 *
 * <p>Nodes form chains, whose order is fixed; {@link #edge} fixes more. What is open is a <em>choice</em>: these edges,
 * or else those. Two critical sections of one lock are one choice, and so are two writes with their readers; neither
 * needs clauses. The plain choice, this node before that one or the other way round, is an {@link #atom}. Choices are
 * the variables of clauses, of the assumptions of one call, and of learnt clauses, which are kept from call to call.
 * The rank of nodes (the recorded order) determines which alternative is tried first.
 *
 * <p>Sound and complete: {@link SolverResult#NONE} is a proof, {@link SolverResult#FOUND} has an {@link #order}.
 */
public final class OrderSolver {
    private static final int[] NO_EDGES = {};
    /** Up to this many edges are added one by one. */
    private static final int FEW = 2 * 16;

    private final int[] rank;
    private final SatSolver sat;
    private final OrderTheory theory;
    /** By literal: sources and targets of the edges that it adds, in turn. */
    private int[][] meaning = new int[64][];

    private final Long2IntOpenHashMap atoms = new Long2IntOpenHashMap();
    private final int always;
    private Refiner refiner;
    private int[] order;
    private int conflictFrom;
    private int conflictTo;
    private int conflictLiteral;

    /** Nodes are numbered chain by chain; {@code rank} is the preferred position of each. */
    public OrderSolver(int[] chainLengths, int[] rank) {
        this.rank = rank;
        this.sat = new SatSolver(new Link());
        this.theory = new OrderTheory(sat, chainLengths);
        this.atoms.defaultReturnValue(-1);
        this.always = choice(NO_EDGES, NO_EDGES, true);
        sat.addClause(always);
    }

    /** Called back whenever an order is found; null for none. */
    public void setRefiner(Refiner refiner) {
        this.refiner = refiner;
    }

    /** Orders a node before another permanently. False when that makes the constraints unsatisfiable. */
    public boolean edge(int from, int to) {
        sat.reset();
        return possible(theory.add(from, to, OrderTheory.FIXED));
    }

    /** As {@link #edge} for many at once, source and target in turn: cheaper than one by one. */
    public boolean edges(IntArrayList pairs) {
        boolean possible = true;
        if (pairs.size() > FEW) {
            sat.reset();
            return possible(theory.addFixed(pairs));
        }
        for (int i = 0; possible && i < pairs.size(); i += 2) {
            possible = edge(pairs.getInt(i), pairs.getInt(i + 1));
        }
        return possible;
    }

    private boolean possible(boolean added) {
        if (!added) {
            sat.contradict();
        }
        return added;
    }

    /** Whether the current partial order, outside of a search the fixed one, has a node before another. */
    public boolean before(int node, int other) {
        return theory.before(node, other);
    }

    /** How many nodes of a chain are known to come before a node. */
    int clock(int node, int chain) {
        return theory.clock(node, chain);
    }

    /** The number of the first node of a chain. */
    int chainStart(int chain) {
        return theory.chainStart(chain);
    }

    /**
     * A new choice between edges, each given as source and target in turn; no edges, no consequence.
     *
     * @param first which way is tried first
     * @return the literal that chooses {@code ifTrue}; its opposite is {@link #not}
     */
    public int choice(int[] ifTrue, int[] ifFalse, boolean first) {
        int variable = sat.addVariable(first);
        int literal = 2 * variable;
        if (literal + 1 >= meaning.length) {
            meaning = Arrays.copyOf(meaning, 2 * meaning.length);
        }
        theory.addVariable(variable);
        meaning[literal] = ifTrue;
        meaning[literal + 1] = ifFalse;
        for (int i = 0; i < ifTrue.length; i += 2) {
            theory.watch(literal, ifTrue[i], ifTrue[i + 1]);
        }
        for (int i = 0; i < ifFalse.length; i += 2) {
            theory.watch(literal + 1, ifFalse[i], ifFalse[i + 1]);
        }
        return literal;
    }

    /** The literal for a node before another; always the same for the same two. */
    public int atom(int node, int other) {
        if (theory.chainOf(node) == theory.chainOf(other)) {
            return node < other ? always : not(always);
        }
        int low = Math.min(node, other);
        int high = Math.max(node, other);
        long key = (long) low << 32 | high;
        int literal = atoms.get(key);
        if (literal < 0) {
            literal = choice(new int[] {low, high}, new int[] {high, low}, rank[low] < rank[high]);
            atoms.put(key, literal);
        }
        return node == low ? literal : not(literal);
    }

    public static int not(int literal) {
        return literal ^ 1;
    }

    /** One of the literals must hold. */
    public void clause(int... literals) {
        sat.addClause(literals);
    }

    /** Searches for an order in which the assumed literals hold, for this call only. */
    public SolverResult solve(SolverLimit limit, int... assumptions) {
        order = null;
        SolverResult verdict = sat.solve(limit, assumptions);
        if (verdict != SolverResult.FOUND) {
            order = null;
        }
        sat.reset();
        return verdict;
    }

    /** The order found by the last call, first to last; null after other results. */
    public int[] order() {
        return order;
    }

    /**
     * Assumptions that cannot hold together, after {@link SolverResult#NONE}; empty when it does not depend on them.
     */
    public int[] core() {
        return sat.core();
    }

    /** Conflicts met so far: what the search has cost, the same on every machine. */
    public long conflicts() {
        return sat.conflicts();
    }

    public int variables() {
        return sat.variables();
    }

    /** The order as the theory of the SAT solver. */
    private final class Link implements SatSolver.Theory {
        @Override
        public boolean assign(int literal) {
            int[] edges = meaning[literal];
            for (int i = 0; i < edges.length; i += 2) {
                if (!theory.add(edges[i], edges[i + 1], literal)) {
                    conflictFrom = edges[i + 1];
                    conflictTo = edges[i];
                    conflictLiteral = literal;
                    return false;
                }
            }
            return true;
        }

        @Override
        public void conflict(IntArrayList out) {
            out.add(conflictLiteral ^ 1);
            theory.path(conflictFrom, conflictTo, Integer.MAX_VALUE, out);
        }

        @Override
        public void explain(int implied, IntArrayList out) {
            theory.explain(implied, out);
        }

        @Override
        public void push() {
            theory.push();
        }

        @Override
        public void pop(int level) {
            theory.pop(level);
        }

        @Override
        public boolean accept() {
            order = theory.linear(rank);
            return refiner == null || !refiner.refine(order);
        }
    }
}
