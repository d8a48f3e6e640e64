// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.solver;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Every read keeps its reads-from write: another write of the variable comes before that write, or after its readers.
 * So two writes with their readers are like two critical sections; of the readers only the last of each thread counts.
 */
final class ReadsFromConstraints {
    private static final int[] NO_READERS = {};

    private final TraceModel model;
    private final Trace trace;
    private final EventNodes nodes;
    private final IntPredicate free;
    /** Variables that are written and read, by several threads. */
    private final List<Variable> variables = new ArrayList<>();

    private static final class Variable {
        /** Writes by thread, as events and then as nodes. */
        final IntArrayList[] writes;

        final IntArrayList reads = new IntArrayList();
        int user = -1;
        boolean shared;

        /** All writes, as nodes, and the last readers of each. */
        int[] write;

        int[][] readers;

        Variable(int threads) {
            writes = new IntArrayList[threads];
        }
    }

    ReadsFromConstraints(TraceModel model, EventNodes nodes, IntPredicate free) {
        this.model = model;
        this.trace = model.trace();
        this.nodes = nodes;
        this.free = free;
    }

    /** Collects the relevant accesses and marks them. */
    void collect() {
        Int2ObjectOpenHashMap<Variable> all = new Int2ObjectOpenHashMap<>();
        for (int t = 0; t < nodes.to.length; t++) {
            for (int p = nodes.from[t]; p < nodes.to[t]; p++) {
                int e = model.event(t, p);
                EventKind kind = trace.kind(e);
                if (kind.isWrite() || kind.isRead() && !free.test(e)) {
                    Variable variable = all.get(trace.target(e));
                    if (variable == null) {
                        variable = new Variable(nodes.to.length);
                        all.put(trace.target(e), variable);
                    }
                    add(variable, t, e, kind.isWrite());
                }
            }
        }
        for (Variable variable : all.values()) {
            boolean written = false;
            for (IntArrayList writes : variable.writes) {
                written |= writes != null;
            }
            if (variable.shared && written && !variable.reads.isEmpty()) {
                variables.add(variable);
                variable.reads.forEach(nodes::markRelevant);
                for (IntArrayList writes : variable.writes) {
                    if (writes != null) {
                        writes.forEach(nodes::markRelevant);
                    }
                }
            }
        }
    }

    private static void add(Variable variable, int thread, int event, boolean write) {
        variable.shared |= variable.user >= 0 && variable.user != thread;
        variable.user = thread;
        if (!write) {
            variable.reads.add(event);
        } else {
            if (variable.writes[thread] == null) {
                variable.writes[thread] = new IntArrayList();
            }
            variable.writes[thread].add(event);
        }
    }

    /** Adds the edges that need no choice. From here on accesses are nodes. */
    void fix(IntArrayList edges) {
        for (Variable variable : variables) {
            fixInitial(variable, edges);
            findReaders(variable);
            fixWithinThreads(variable, edges);
        }
    }

    /** Readers of the initial value come before all writes. */
    private void fixInitial(Variable variable, IntArrayList edges) {
        for (int read : variable.reads) {
            if (!nodes.contains(model.partner(read))) {
                for (IntArrayList writes : variable.writes) {
                    if (writes != null) {
                        edges.add(nodes.node(read));
                        edges.add(nodes.node(writes.getInt(0)));
                    }
                }
            }
        }
    }

    private void findReaders(Variable variable) {
        Int2ObjectOpenHashMap<int[]> lastReaders = new Int2ObjectOpenHashMap<>();
        for (int read : variable.reads) {
            int writer = model.partner(read);
            if (nodes.contains(writer)) {
                int[] known = lastReaders.getOrDefault(writer, NO_READERS);
                // Reads were collected thread by thread, in order.
                boolean sameThread = known.length > 0 && trace.thread(known[known.length - 1]) == trace.thread(read);
                int[] more = sameThread ? known : Arrays.copyOf(known, known.length + 1);
                more[more.length - 1] = read;
                lastReaders.put(writer, more);
            }
        }
        IntArrayList all = new IntArrayList();
        List<int[]> readers = new ArrayList<>();
        for (IntArrayList writes : variable.writes) {
            for (int i = 0; writes != null && i < writes.size(); i++) {
                int[] own =
                        lastReaders.getOrDefault(writes.getInt(i), NO_READERS).clone();
                for (int r = 0; r < own.length; r++) {
                    own[r] = nodes.node(own[r]);
                }
                readers.add(own);
                writes.set(i, nodes.node(writes.getInt(i)));
                all.add(writes.getInt(i));
            }
        }
        variable.write = all.toIntArray();
        variable.readers = readers.toArray(new int[0][]);
    }

    /** The next write of the same thread comes after all readers. */
    private static void fixWithinThreads(Variable variable, IntArrayList edges) {
        int number = 0;
        for (IntArrayList writes : variable.writes) {
            for (int i = 0; writes != null && i < writes.size(); i++, number++) {
                for (int reader : variable.readers[number]) {
                    if (i + 1 < writes.size()) {
                        edges.add(reader);
                        edges.add(writes.getInt(i + 1));
                    }
                }
            }
        }
    }

    /** Adds the edges implied by the order so far that are not in it yet. */
    void saturate(OrderSolver solver, IntArrayList edges) {
        for (Variable variable : variables) {
            int number = 0;
            for (int t = 0; t < variable.writes.length; t++) {
                IntArrayList writes = variable.writes[t];
                for (int i = 0; writes != null && i < writes.size(); i++, number++) {
                    for (int reader : variable.readers[number]) {
                        keepApart(variable, t, writes.getInt(i), reader, solver, edges);
                    }
                }
            }
        }
    }

    /** Writes before the reader come before its reads-from write; writes after that one come after the reader. */
    private static void keepApart(
            Variable variable, int writerThread, int writer, int reader, OrderSolver solver, IntArrayList edges) {
        for (int t = 0; t < variable.writes.length; t++) {
            IntArrayList writes = variable.writes[t];
            if (writes == null || t == writerThread) {
                continue;
            }
            int last = LockConstraints.lastBelow(writes, solver.chainStart(t) + solver.clock(reader, t));
            if (last >= 0 && !solver.before(writes.getInt(last), writer)) {
                edges.add(writes.getInt(last));
                edges.add(writer);
            }
            int low = last + 1;
            int high = writes.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (solver.before(writer, writes.getInt(middle))) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            if (low < writes.size() && !solver.before(reader, writes.getInt(low))) {
                edges.add(reader);
                edges.add(writes.getInt(low));
            }
        }
    }

    /** Adds a choice for each write that comes between another and its readers; whether there are any. */
    boolean refine(int[] time, OrderSolver solver) {
        boolean added = false;
        for (Variable variable : variables) {
            int[] write = variable.write;
            long[] sorted = new long[write.length];
            for (int i = 0; i < write.length; i++) {
                sorted[i] = (long) time[write[i]] << 32 | i;
            }
            Arrays.sort(sorted);
            for (int i = 0; i < sorted.length; i++) {
                int first = (int) sorted[i];
                int lastRead = -1;
                for (int reader : variable.readers[first]) {
                    lastRead = Math.max(lastRead, time[reader]);
                }
                for (int j = i + 1; j < sorted.length && sorted[j] >>> 32 < lastRead; j++) {
                    int second = (int) sorted[j];
                    solver.choice(before(variable, first, second), before(variable, second, first), true);
                    added = true;
                }
            }
        }
        return added;
    }

    /** The edges for a write and its readers before another write. */
    private static int[] before(Variable variable, int first, int second) {
        int target = variable.write[second];
        int[] readers = variable.readers[first];
        if (readers.length == 0) {
            return new int[] {variable.write[first], target};
        }
        IntArrayList edges = new IntArrayList();
        for (int reader : readers) {
            if (reader != target) {
                edges.add(reader);
                edges.add(target);
            }
        }
        return edges.toIntArray();
    }
}
