// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.Continuations;
import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * BIPED's bottom layer, the expected-order usage table (section 3.2.1): for each read the last write before it
 * (<em>Use-Predef</em>) and the first write after it (<em>Use-Redef</em>), if it is another thread's.
 *
 * <p>The paper follows every relation and states the cost itself (section 5.2.1): many schedules for one bug. Here two
 * relations are equivalent when their reads and their writes are: same instruction, thread, lockset, and segment.
 * Whether they can be reordered is the same for all of them; the consequences may depend on the loop iteration. So of
 * each kind the first and the last are kept, and a few after which a thread took another branch than after those
 * before.
 */
final class UsageTable {
    /** How many relations of a kind are kept because a thread took another branch after them. */
    static final int BRANCH_CHANGES = 4;

    /** The relations of one kind, in two columns. */
    static final class Relations {
        private final IntArrayList uses = new IntArrayList();
        private final IntArrayList definitions = new IntArrayList();
        /** A number for each kind of relation. */
        private final Long2IntOpenHashMap kinds = new Long2IntOpenHashMap();
        /** By kind: the row that the next one overwrites, -1 when it gets a row of its own. */
        private final IntArrayList lastRows = new IntArrayList();
        /** By kind: how many branch changes are kept. */
        private final IntArrayList branchChanges = new IntArrayList();
        /** Numbers for continuations of threads, and which of them each kind has had. */
        private final Long2IntOpenHashMap continuations = new Long2IntOpenHashMap();

        private final LongOpenHashSet known = new LongOpenHashSet();
        private long seen;

        private Relations() {
            kinds.defaultReturnValue(-1);
            continuations.defaultReturnValue(-1);
        }

        int size() {
            return uses.size();
        }

        int use(int row) {
            return uses.getInt(row);
        }

        int definition(int row) {
            return definitions.getInt(row);
        }

        /** How many there were before equivalent ones were left out. */
        long seen() {
            return seen;
        }

        /** {@code continuation} is the continuation of the two threads. */
        private void add(int use, int definition, long kind, long continuation) {
            seen++;
            int number = number(kinds, kind);
            boolean first = number == lastRows.size();
            if (first) {
                lastRows.add(-1);
                branchChanges.add(0);
            }
            boolean branchChange = branchChanges.getInt(number) < BRANCH_CHANGES
                    && known.add((long) number << 32 | number(continuations, continuation));
            int row = lastRows.getInt(number);
            if (row < 0) {
                row = uses.size();
                uses.add(use);
                definitions.add(definition);
            } else {
                uses.set(row, use);
                definitions.set(row, definition);
            }
            if (!first) {
                // A branch change is kept; the next relation needs a row of its own.
                branchChanges.set(number, branchChanges.getInt(number) + (branchChange ? 1 : 0));
                lastRows.set(number, branchChange ? -1 : row);
            }
        }
    }

    private final TraceModel model;
    private final Trace trace;
    private final Continuations continuation;
    /** By access: the number of its equivalence class; -1 for accesses that cannot be part of an anomaly. */
    private final int[] equivalenceClass;

    private final Relations predefs = new Relations();
    private final Relations redefs = new Relations();

    UsageTable(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
        this.continuation = new Continuations(model);
        this.equivalenceClass = new int[trace.size()];
        compare();
        int[] write = new int[trace.variableCount()];
        Arrays.fill(write, -1);
        for (int e = 0; e < trace.size(); e++) {
            relate(e, write, predefs);
        }
        Arrays.fill(write, -1);
        for (int e = trace.size() - 1; e >= 0; e--) {
            relate(e, write, redefs);
        }
    }

    Relations predefs() {
        return predefs;
    }

    Relations redefs() {
        return redefs;
    }

    private void relate(int e, int[] write, Relations relations) {
        if (!trace.kind(e).isAccess()) {
            return;
        }
        int v = trace.target(e);
        if (trace.kind(e).isWrite()) {
            write[v] = e;
        } else if (write[v] >= 0 && trace.thread(write[v]) != trace.thread(e)) {
            int use = equivalenceClass[e];
            int definition = equivalenceClass[write[v]];
            if (use >= 0 && definition >= 0) {
                relations.add(e, write[v], (long) use << 32 | definition, continuation.of(e, write[v]));
            }
        }
    }

    private void compare() {
        Long2IntOpenHashMap wheres = new Long2IntOpenHashMap();
        Long2IntOpenHashMap classes = new Long2IntOpenHashMap();
        wheres.defaultReturnValue(-1);
        classes.defaultReturnValue(-1);
        for (int t = 0; t < model.threadCount(); t++) {
            HeldLocks.Cursor locksets = model.locksets(t);
            HappensBefore.Cursor segments = model.segments(t);
            int lockset = -1;
            int segment = -1;
            int where = -1;
            for (int p = 0; p < model.length(t); p++) {
                int e = model.event(t, p);
                if (!trace.kind(e).isAccess() || model.insideInitialiser(e)) {
                    equivalenceClass[e] = -1;
                    continue;
                }
                if (where < 0 || locksets.at(p) != lockset || segments.at(p) != segment) {
                    lockset = locksets.at(p);
                    segment = segments.at(p);
                    int here = number(wheres, (long) t << 40 | segment);
                    where = number(wheres, 1L << 62 | (long) here << 31 | lockset);
                }
                equivalenceClass[e] = number(classes, (long) where << 32 | trace.siteOf(e));
            }
        }
    }

    private static int number(Long2IntOpenHashMap numbers, long key) {
        int known = numbers.get(key);
        if (known < 0) {
            known = numbers.size();
            numbers.put(key, known);
        }
        return known;
    }
}
