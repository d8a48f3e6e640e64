// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The acyclic partial order made by the true literals.
 *
 * <p>Nodes form chains (the threads), which are ordered without edges. Each node has a clock: how many nodes of each
 * chain come before it. So whether a node comes before another is one comparison, and an added edge raises clocks only
 * where it is new; the raise is the same for all successors, so each node is visited once. Every edge that a literal
 * would add is in a list at its source, by target: when a clock rises past the target, the literal has become
 * impossible. Thus <em>all</em> literals implied by the order are found, at once and without search.
 *
 * <p>Explanations are computed on demand: a path with the fewest non-fixed edges, backwards and breadth first, through
 * edges that existed at the time.
 */
final class OrderTheory {
    /** The literal of an edge that always holds. */
    static final int FIXED = -1;

    private static final int UNSEEN = Integer.MAX_VALUE;

    private final SatSolver sat;
    private final int chains;
    private final int[] chainStart;
    private final int[] chainOf;
    private final int[] clocks;
    private final IntArrayList raised = new IntArrayList();

    private final int[] firstOut;
    private final int[] firstIn;
    private int edges;
    private int[] from = new int[64];
    private int[] to = new int[64];
    private int[] literal = new int[64];
    private int[] nextOut = new int[64];
    private int[] nextIn = new int[64];

    /** How many edges and raised clocks there were at each push. */
    private final IntArrayList edgeMarks = new IntArrayList();

    private final IntArrayList raisedMarks = new IntArrayList();

    /**
     * By node: chain and position of each target of an edge that some literal would add, ascending, and the literal.
     */
    private final long[][] targets;

    private final int[][] targetLiterals;
    private final int[] targetCount;

    /** By variable: the two ends of the path by which it was implied. */
    private int[] whyFrom = new int[32];

    private int[] whyTo = new int[32];

    private final int[] deltaChain;
    private final int[] deltaClock;
    private int deltas;
    private final IntArrayList todo = new IntArrayList();
    private final IntArrayList next = new IntArrayList();
    private final int[] distance;
    private final int[] step;
    private final IntArrayList touched = new IntArrayList();

    OrderTheory(SatSolver sat, int[] chainLengths) {
        this.sat = sat;
        this.chains = chainLengths.length;
        this.chainStart = new int[chains + 1];
        for (int c = 0; c < chains; c++) {
            chainStart[c + 1] = chainStart[c] + chainLengths[c];
        }
        int nodes = chainStart[chains];
        chainOf = new int[nodes];
        clocks = new int[nodes * chains];
        for (int c = 0; c < chains; c++) {
            for (int node = chainStart[c]; node < chainStart[c + 1]; node++) {
                chainOf[node] = c;
                clocks[node * chains + c] = node - chainStart[c];
            }
        }
        firstOut = filled(nodes, -1);
        firstIn = filled(nodes, -1);
        targets = new long[nodes][];
        targetLiterals = new int[nodes][];
        targetCount = new int[nodes];
        deltaChain = new int[chains];
        deltaClock = new int[chains];
        distance = filled(nodes, UNSEEN);
        step = new int[nodes];
    }

    private static int[] filled(int size, int value) {
        int[] array = new int[size];
        Arrays.fill(array, value);
        return array;
    }

    int nodes() {
        return chainOf.length;
    }

    int chainOf(int node) {
        return chainOf[node];
    }

    /** The number of the first node of a chain. */
    int chainStart(int chain) {
        return chainStart[chain];
    }

    int chains() {
        return chains;
    }

    boolean before(int node, int other) {
        int chain = chainOf[node];
        return clocks[other * chains + chain] > node - chainStart[chain];
    }

    /** How many nodes of a chain are known to come before a node. */
    int clock(int node, int chain) {
        return clocks[node * chains + chain];
    }

    void addVariable(int variable) {
        if (variable >= whyFrom.length) {
            whyFrom = Arrays.copyOf(whyFrom, 2 * variable);
            whyTo = Arrays.copyOf(whyTo, 2 * variable);
        }
    }

    /** The literal gets this edge as part of its meaning; it is implied to be false if the edge would close a cycle. */
    void watch(int meaning, int source, int target) {
        long key = (long) chainOf[target] << 32 | target;
        int count = targetCount[source];
        if (targets[source] == null) {
            targets[source] = new long[4];
            targetLiterals[source] = new int[4];
        } else if (count == targets[source].length) {
            targets[source] = Arrays.copyOf(targets[source], 2 * count);
            targetLiterals[source] = Arrays.copyOf(targetLiterals[source], 2 * count);
        }
        long[] keys = targets[source];
        int[] literals = targetLiterals[source];
        int i = count;
        while (i > 0 && keys[i - 1] > key) {
            keys[i] = keys[i - 1];
            literals[i] = literals[i - 1];
            i--;
        }
        keys[i] = key;
        literals[i] = meaning;
        targetCount[source]++;
        if (source == target || before(target, source)) {
            imply(meaning ^ 1, target, source);
        }
    }

    private void imply(int implied, int pathFrom, int pathTo) {
        if (sat.value(implied) == 0) {
            whyFrom[implied >> 1] = pathFrom;
            whyTo[implied >> 1] = pathTo;
            sat.imply(implied);
        }
    }

    /** False when the edge would close a cycle. Does nothing when the order holds already. */
    boolean add(int source, int target, int meaning) {
        if (source == target || before(target, source)) {
            return false;
        }
        if (before(source, target)) {
            return true;
        }
        link(source, target, meaning);
        deltas = 0;
        for (int c = 0; c < chains; c++) {
            int clock = clockAfter(source, c);
            if (clock > clocks[target * chains + c]) {
                deltaChain[deltas] = c;
                deltaClock[deltas++] = clock;
            }
        }
        todo.clear();
        todo.add(target);
        while (!todo.isEmpty()) {
            int node = todo.popInt();
            int end = chainStart[chainOf[node] + 1];
            while (node < end && raise(node)) {
                for (int e = firstOut[node]; e >= 0; e = nextOut[e]) {
                    todo.add(to[e]);
                }
                node++;
            }
        }
        return true;
    }

    /**
     * Adds many fixed edges, source and target in turn; false when they close a cycle. One walk along the order instead
     * of one for each edge: an edge near the beginning of long chains would raise all clocks behind it.
     */
    boolean addFixed(IntArrayList pairs) {
        for (int i = 0; i < pairs.size(); i += 2) {
            int source = pairs.getInt(i);
            int target = pairs.getInt(i + 1);
            if (source == target || before(target, source)) {
                return false;
            }
            if (!before(source, target)) {
                link(source, target, FIXED);
            }
        }
        int[] missing = predecessors();
        todo.clear();
        for (int c = 0; c < chains; c++) {
            if (chainStart[c] < chainStart[c + 1] && missing[chainStart[c]] == 0) {
                todo.add(chainStart[c]);
            }
        }
        int done = 0;
        while (!todo.isEmpty()) {
            int node = todo.popInt();
            done++;
            for (int e = firstIn[node]; e >= 0; e = nextIn[e]) {
                raiseTo(node, from[e]);
            }
            if (node > chainStart[chainOf[node]]) {
                raiseTo(node, node - 1);
            }
            for (int e = firstOut[node]; e >= 0; e = nextOut[e]) {
                if (--missing[to[e]] == 0) {
                    todo.add(to[e]);
                }
            }
            if (node + 1 < chainStart[chainOf[node] + 1] && --missing[node + 1] == 0) {
                todo.add(node + 1);
            }
        }
        return done == nodes();
    }

    /** How many edges end at each node, the one from its predecessor in the chain included. */
    private int[] predecessors() {
        int[] count = new int[nodes()];
        for (int e = 0; e < edges; e++) {
            count[to[e]]++;
        }
        for (int node = 0; node < count.length; node++) {
            count[node] += node > chainStart[chainOf[node]] ? 1 : 0;
        }
        return count;
    }

    /** Raises a clock permanently to that of a predecessor. */
    private void raiseTo(int node, int predecessor) {
        for (int c = 0; c < chains; c++) {
            int old = clocks[node * chains + c];
            int clock = clockAfter(predecessor, c);
            if (old < clock) {
                clocks[node * chains + c] = clock;
                if (targetCount[node] > 0) {
                    implyPassed(node, c, old, clock);
                }
            }
        }
    }

    /** The clock of an immediate successor of a node. */
    private int clockAfter(int node, int chain) {
        return chain == chainOf[node] ? node - chainStart[chain] + 1 : clocks[node * chains + chain];
    }

    private void link(int source, int target, int meaning) {
        if (edges == from.length) {
            from = Arrays.copyOf(from, 2 * edges);
            to = Arrays.copyOf(to, 2 * edges);
            literal = Arrays.copyOf(literal, 2 * edges);
            nextOut = Arrays.copyOf(nextOut, 2 * edges);
            nextIn = Arrays.copyOf(nextIn, 2 * edges);
        }
        from[edges] = source;
        to[edges] = target;
        literal[edges] = meaning;
        nextOut[edges] = firstOut[source];
        nextIn[edges] = firstIn[target];
        firstOut[source] = edges;
        firstIn[target] = edges;
        edges++;
    }

    /** Raises a clock to the new entries; false when it has them all. */
    private boolean raise(int node) {
        boolean changed = false;
        for (int i = 0; i < deltas; i++) {
            int index = node * chains + deltaChain[i];
            int old = clocks[index];
            if (old < deltaClock[i]) {
                clocks[index] = deltaClock[i];
                if (!edgeMarks.isEmpty()) {
                    raised.add(index);
                    raised.add(old);
                }
                changed = true;
                if (targetCount[node] > 0) {
                    implyPassed(node, deltaChain[i], old, deltaClock[i]);
                }
            }
        }
        return changed;
    }

    /** Nodes of a chain are now before this one: literals for the opposite are implied to be false. */
    private void implyPassed(int node, int chain, int oldClock, int newClock) {
        long[] keys = targets[node];
        long low = (long) chain << 32 | chainStart[chain] + oldClock;
        long high = (long) chain << 32 | chainStart[chain] + newClock;
        int a = 0;
        int b = targetCount[node];
        while (a < b) {
            int middle = (a + b) >>> 1;
            if (keys[middle] < low) {
                a = middle + 1;
            } else {
                b = middle;
            }
        }
        for (int i = a; i < targetCount[node] && keys[i] < high; i++) {
            imply(targetLiterals[node][i] ^ 1, (int) keys[i], node);
        }
    }

    void push() {
        edgeMarks.add(edges);
        raisedMarks.add(raised.size());
    }

    void pop(int level) {
        int keptEdges = edgeMarks.getInt(level);
        while (edges > keptEdges) {
            edges--;
            firstOut[from[edges]] = nextOut[edges];
            firstIn[to[edges]] = nextIn[edges];
        }
        int keptRaised = raisedMarks.getInt(level);
        for (int i = raised.size() - 2; i >= keptRaised; i -= 2) {
            clocks[raised.getInt(i)] = raised.getInt(i + 1);
        }
        raised.size(keptRaised);
        edgeMarks.size(level);
        raisedMarks.size(level);
    }

    /** Why a literal was implied: see {@link SatSolver.Theory#explain}. */
    void explain(int implied, IntArrayList out) {
        path(whyFrom[implied >> 1], whyTo[implied >> 1], sat.place(implied), out);
    }

    /**
     * Adds the opposites of the literals on a path from a node to another that was there when the trail had that
     * length. Levels of the search are numbers of literals; within a level, fixed edges and chains are followed first.
     * Only nodes that come after the source can be on a path, and the source's own chain needs no further step.
     */
    void path(int source, int target, int place, IntArrayList out) {
        todo.clear();
        next.clear();
        touched.clear();
        reach(target, 0, -1, todo);
        int found = -1;
        for (int length = 0; found < 0; length++) {
            while (found < 0 && !todo.isEmpty()) {
                int node = todo.popInt();
                if (distance[node] < length) {
                    continue;
                }
                if (chainOf[node] == chainOf[source]) {
                    found = node;
                } else {
                    expand(node, source, length, place);
                }
            }
            if (found < 0) {
                if (next.isEmpty()) {
                    throw new IllegalStateException("no path");
                }
                todo.addAll(next);
                next.clear();
            }
        }
        for (int node = found; node != target; ) {
            int e = step[node];
            if (e < 0) {
                node++;
            } else {
                if (literal[e] != FIXED && sat.level(literal[e]) > 0) {
                    out.add(literal[e] ^ 1);
                }
                node = to[e];
            }
        }
        for (int i = 0; i < touched.size(); i++) {
            distance[touched.getInt(i)] = UNSEEN;
        }
    }

    private void expand(int node, int source, int length, int place) {
        for (int e = firstIn[node]; e >= 0; e = nextIn[e]) {
            int other = from[e];
            if (other == source || before(source, other)) {
                if (literal[e] == FIXED || sat.level(literal[e]) == 0) {
                    reach(other, length, e, todo);
                } else if (sat.place(literal[e]) < place) {
                    reach(other, length + 1, e, next);
                }
            }
        }
        if (node > chainStart[chainOf[node]] && before(source, node - 1)) {
            reach(node - 1, length, -1, todo);
        }
    }

    private void reach(int node, int length, int edge, IntArrayList list) {
        if (length < distance[node]) {
            if (distance[node] == UNSEEN) {
                touched.add(node);
            }
            distance[node] = length;
            step[node] = edge;
            list.add(node);
        }
    }

    /** A linear extension of the partial order, nodes of low rank as early as possible. */
    int[] linear(int[] rank) {
        int nodes = nodes();
        int[] missing = predecessors();
        RankHeap ready = new RankHeap(rank, chains);
        for (int node = 0; node < nodes; node++) {
            if (missing[node] == 0) {
                ready.add(node);
            }
        }
        int[] order = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            int node = ready.removeFirst();
            order[i] = node;
            for (int e = firstOut[node]; e >= 0; e = nextOut[e]) {
                if (--missing[to[e]] == 0) {
                    ready.add(to[e]);
                }
            }
            if (node + 1 < chainStart[chainOf[node] + 1] && --missing[node + 1] == 0) {
                ready.add(node + 1);
            }
        }
        return order;
    }
}
