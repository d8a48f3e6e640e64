// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.syncpreserving.SyncPreserving;
import dev.foretell.analysis.syncpreserving.VectorClocks;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * For which accesses a race with which other threads is possible: an access and another thread with an earlier
 * conflicting access that is not in the sync-preserving ideal of the first one alone. One pass, so that the expensive
 * queries about pairs of events are limited to these.
 *
 * <p>It suffices to check the other thread's last conflicting access without a common lock: if that is in the ideal, so
 * are all before it.
 */
final class ConflictingThreads {
    private static final int THREAD = 0;
    private static final int LOCKS = 1;
    private static final int READ = 2;
    private static final int WRITE = 3;
    private static final int WORDS = 4;

    private final TraceModel model;
    private final Trace trace;
    private final boolean[] unprotected;
    private final SyncPreserving engine;
    private final VectorClocks clocks;
    private final SyncPreserving.Walk[] walks;
    /** By variable: for each thread and lockset of its accesses the last read and write. */
    private final int[][] last;

    /** The later access, the other thread, and the event up to which that one is in the ideal. */
    final IntArrayList later = new IntArrayList();

    final IntArrayList thread = new IntArrayList();
    final IntArrayList bound = new IntArrayList();

    ConflictingThreads(TraceModel model, boolean[] unprotected, SyncPreserving engine) {
        this.model = model;
        this.trace = model.trace();
        this.unprotected = unprotected;
        this.engine = engine;
        this.clocks = new VectorClocks(model, false);
        this.walks = new SyncPreserving.Walk[model.threadCount()];
        this.last = new int[unprotected.length][];
        run();
    }

    private void run() {
        HeldLocks.Cursor[] locksets = new HeldLocks.Cursor[walks.length];
        for (int t = 0; t < locksets.length; t++) {
            locksets[t] = model.locksets(t);
        }
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            boolean plain = kind == EventKind.READ || kind == EventKind.WRITE;
            if (plain && unprotected[trace.target(e)] && !model.insideInitialiser(e)) {
                int own = trace.thread(e);
                int held = locksets[own].at(model.position(e));
                look(e, own, held, kind == EventKind.WRITE);
                note(e, own, held, kind == EventKind.WRITE);
            }
            clocks.advance(e);
        }
    }

    private void look(int e, int own, int held, boolean write) {
        int[] row = last[trace.target(e)];
        int known = later.size();
        for (int i = 0; row != null && i < row.length && row[i + THREAD] >= 0; i += WORDS) {
            int other = row[i + THREAD];
            int access = write ? Math.max(row[i + READ], row[i + WRITE]) : row[i + WRITE];
            if (other != own && access > clocks.of(own)[other] && model.disjoint(held, row[i + LOCKS])) {
                // A repeated query is cheap: the ideal is unchanged.
                if (!walk(own).alone(e)) {
                    return;
                }
                if (access > walk(own).end(other)) {
                    addConflict(e, other, known);
                }
            }
        }
    }

    private void addConflict(int e, int other, int known) {
        for (int i = known; i < thread.size(); i++) {
            if (thread.getInt(i) == other) {
                return;
            }
        }
        later.add(e);
        thread.add(other);
        bound.add(walk(trace.thread(e)).end(other));
    }

    private SyncPreserving.Walk walk(int own) {
        if (walks[own] == null) {
            walks[own] = engine.walk();
        }
        return walks[own];
    }

    private void note(int e, int own, int held, boolean write) {
        int variable = trace.target(e);
        int[] row = last[variable];
        int i = 0;
        while (row != null
                && i < row.length
                && row[i + THREAD] >= 0
                && (row[i + THREAD] != own || row[i + LOCKS] != held)) {
            i += WORDS;
        }
        if (row == null || i == row.length) {
            int[] longer = new int[row == null ? 2 * WORDS : row.length * 2];
            Arrays.fill(longer, -1);
            if (row != null) {
                System.arraycopy(row, 0, longer, 0, row.length);
            }
            last[variable] = longer;
            row = longer;
        }
        row[i + THREAD] = own;
        row[i + LOCKS] = held;
        row[i + (write ? WRITE : READ)] = e;
    }
}
