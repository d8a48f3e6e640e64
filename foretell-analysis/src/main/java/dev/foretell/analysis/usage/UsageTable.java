package dev.foretell.analysis.usage;

import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * BIPED's bottom layer, the expected-order usage table (section 3.2.1): for each read the last write before it
 * (<em>Use-Predef</em>) and the first write after it (<em>Use-Redef</em>), as far as these are another thread's.
 *
 * <p>The paper follows every relation and names the price itself (section 5.2.1): many schedules for one bug. Here two
 * relations are the same when their reads and their writes are: same instruction, thread, locks held, and same place in the
 * order of threads (segment). Nothing that is asked later can tell them apart but their distance, so of each kind the first
 * and the last are kept.
 */
final class UsageTable {
    /** The relations of one kind, in two columns. */
    static final class Relations {
        private final IntArrayList uses = new IntArrayList();
        private final IntArrayList definitions = new IntArrayList();
        /** By kind of relation: the row of its last one, and before that, negative, of its only one. */
        private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();

        private long seen;

        private Relations() {
            rows.defaultReturnValue(Integer.MIN_VALUE);
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

        /** How many there were before equal ones were left out. */
        long seen() {
            return seen;
        }

        private void add(int use, int definition, long kind) {
            seen++;
            int row = rows.get(kind);
            if (row >= 0) {
                uses.set(row, use);
                definitions.set(row, definition);
                return;
            }
            rows.put(kind, row == Integer.MIN_VALUE ? -1 : uses.size());
            uses.add(use);
            definitions.add(definition);
        }
    }

    private final TraceModel model;
    private final Trace trace;
    /** What an access is like, as a number; -1 for accesses that cannot be part of an anomaly. */
    private final int[] likeness;

    private final Relations predefs = new Relations();
    private final Relations redefs = new Relations();

    UsageTable(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
        this.likeness = new int[trace.size()];
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
            int use = likeness[e];
            int definition = likeness[write[v]];
            if (use >= 0 && definition >= 0) {
                relations.add(e, write[v], (long) use << 32 | definition);
            }
        }
    }

    private void compare() {
        Long2IntOpenHashMap wheres = new Long2IntOpenHashMap();
        Long2IntOpenHashMap likes = new Long2IntOpenHashMap();
        wheres.defaultReturnValue(-1);
        likes.defaultReturnValue(-1);
        for (int t = 0; t < model.threadCount(); t++) {
            HeldLocks.Cursor locksets = model.locksets(t);
            HappensBefore.Cursor segments = model.segments(t);
            int lockset = -1;
            int segment = -1;
            int where = -1;
            for (int p = 0; p < model.length(t); p++) {
                int e = model.event(t, p);
                if (!trace.kind(e).isAccess() || model.insideInitialiser(e)) {
                    likeness[e] = -1;
                    continue;
                }
                if (where < 0 || locksets.at(p) != lockset || segments.at(p) != segment) {
                    lockset = locksets.at(p);
                    segment = segments.at(p);
                    int here = number(wheres, (long) t << 40 | segment);
                    where = number(wheres, 1L << 62 | (long) here << 31 | lockset);
                }
                likeness[e] = number(likes, (long) where << 32 | trace.siteOf(e));
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
