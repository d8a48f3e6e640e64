// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.syncpreserving.VectorClocks;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.Arrays;

/**
 * Schedulable races (Mathur, Kini, Viswanathan, OOPSLA 2018): an access and an earlier conflicting one of another
 * thread that is not SHB-before the later one's predecessor. The SHB predecessors of the two can happen in the recorded
 * order without either of them. One pass, constant work for most events.
 *
 * <p>Of each variable the last reads and writes are kept that are not SHB-before a later write: an access that races
 * with a dropped one races with its replacement too. That is mostly a single event (FastTrack's epochs), and only for
 * variables with races a row by thread. So every racy later event is found, each with its latest partners, not with all
 * of them.
 */
public final class ShbRaces {
    private static final int NONE = -1;
    /** Values from here down mean a row of events by thread. */
    private static final int FIRST_ROW = -2;

    private final TraceModel model;
    private final Trace trace;
    private final PairSink sink;
    private final boolean[] unprotected;
    private final VectorClocks clocks;
    /** By variable: an event, NONE or a row. */
    private final int[] reads;

    private final int[] writes;
    private int[][] rows = new int[16][];
    private int rowCount;

    private ShbRaces(TraceModel model, boolean[] unprotected, PairSink sink) {
        this.model = model;
        this.trace = model.trace();
        this.unprotected = unprotected;
        this.sink = sink;
        this.clocks = new VectorClocks(model, true);
        this.reads = new int[trace.variableCount()];
        this.writes = new int[reads.length];
        Arrays.fill(reads, NONE);
        Arrays.fill(writes, NONE);
    }

    /** Reports every racy later event in the order of the trace, with at least one partner. */
    public static void find(TraceModel model, PairSink sink) {
        find(model, UnprotectedVariables.variables(model), sink);
    }

    /** Only for some variables. */
    static void find(TraceModel model, boolean[] unprotected, PairSink sink) {
        new ShbRaces(model, unprotected, sink).run();
    }

    private void run() {
        int size = trace.size();
        for (int e = 0; e < size; e++) {
            model.deadline().check();
            EventKind kind = trace.kind(e);
            if (kind == EventKind.READ) {
                read(e);
            } else if (kind == EventKind.WRITE) {
                write(e);
            } else {
                clocks.advance(e);
            }
        }
    }

    private void read(int e) {
        int variable = trace.target(e);
        if (!unprotected[variable] || model.insideInitialiser(e)) {
            clocks.advance(e);
            return;
        }
        int thread = trace.thread(e);
        // The reads-from write races with it unless something else orders them: check before the join.
        check(writes[variable], e, clocks.of(thread));
        clocks.advance(e);
        int kept = reads[variable];
        if (kept > FIRST_ROW && (kept == NONE || clocks.of(thread)[trace.thread(kept)] >= kept)) {
            reads[variable] = e;
        } else {
            reads[variable] = with(kept, thread, e);
        }
    }

    private void write(int e) {
        int variable = trace.target(e);
        if (unprotected[variable] && !model.insideInitialiser(e)) {
            int thread = trace.thread(e);
            int[] known = clocks.of(thread);
            check(reads[variable], e, known);
            check(writes[variable], e, known);
            reads[variable] = without(reads[variable], known);
            int others = without(writes[variable], known);
            writes[variable] = others == NONE ? e : with(others, thread, e);
        }
        clocks.advance(e);
    }

    private void check(int kept, int e, int[] known) {
        if (kept >= 0) {
            if (known[trace.thread(kept)] < kept) {
                sink.race(kept, e);
            }
        } else if (kept <= FIRST_ROW) {
            int[] row = rows[FIRST_ROW - kept];
            for (int t = 0; t < row.length; t++) {
                if (row[t] > known[t]) {
                    sink.race(row[t], e);
                }
            }
        }
    }

    /** What remains without the events in a thread's clock. */
    private int without(int kept, int[] known) {
        if (kept > FIRST_ROW) {
            return kept == NONE || known[trace.thread(kept)] >= kept ? NONE : kept;
        }
        int[] row = rows[FIRST_ROW - kept];
        int left = NONE;
        int count = 0;
        for (int t = 0; t < row.length; t++) {
            if (row[t] <= known[t]) {
                row[t] = NONE;
            } else {
                left = row[t];
                count++;
            }
        }
        if (count > 1) {
            return kept;
        }
        Arrays.fill(row, NONE);
        free(FIRST_ROW - kept);
        return left;
    }

    private int with(int kept, int thread, int e) {
        if (kept <= FIRST_ROW) {
            rows[FIRST_ROW - kept][thread] = e;
            return kept;
        }
        if (trace.thread(kept) == thread) {
            return e;
        }
        int row = newRow();
        rows[row][trace.thread(kept)] = kept;
        rows[row][thread] = e;
        return FIRST_ROW - row;
    }

    private int[] freeRows = new int[16];
    private int freeCount;

    private int newRow() {
        if (freeCount > 0) {
            return freeRows[--freeCount];
        }
        if (rowCount == rows.length) {
            rows = Arrays.copyOf(rows, rowCount * 2);
        }
        rows[rowCount] = new int[model.threadCount()];
        Arrays.fill(rows[rowCount], NONE);
        return rowCount++;
    }

    private void free(int row) {
        if (freeCount == freeRows.length) {
            freeRows = Arrays.copyOf(freeRows, freeCount * 2);
        }
        freeRows[freeCount++] = row;
    }
}
