// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which variables several threads access, volatiles included, which locks protect them, and where the accessing thread
 * changes.
 */
final class VariableSharing {
    private static final int UNTOUCHED = -1;
    private static final int SEVERAL = -2;

    private final Trace trace;
    private final TraceModel model;
    private final int[] user;
    private final int[] common;
    private final BitSet written = new BitSet();
    private final BitSet handovers = new BitSet();

    public VariableSharing(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
        this.user = new int[trace.variableCount()];
        this.common = new int[user.length];
        Arrays.fill(user, UNTOUCHED);
        for (int t = 0; t < model.threadCount(); t++) {
            collect(t);
        }
        int[] last = new int[user.length];
        Arrays.fill(last, UNTOUCHED);
        for (int e = 0; e < trace.size(); e++) {
            if (counts(e)) {
                int v = trace.target(e);
                if (last[v] != UNTOUCHED && last[v] != trace.thread(e)) {
                    handovers.set(e);
                }
                last[v] = trace.thread(e);
            }
        }
    }

    private void collect(int thread) {
        HeldLocks.Cursor locksets = model.locksets(thread);
        int length = model.length(thread);
        for (int p = 0; p < length; p++) {
            int e = model.event(thread, p);
            if (!counts(e)) {
                continue;
            }
            EventKind kind = trace.kind(e);
            int v = trace.target(e);
            if (user[v] == UNTOUCHED) {
                user[v] = thread;
                common[v] = locksets.at(p);
            } else {
                user[v] = user[v] == thread ? thread : SEVERAL;
                common[v] = model.intersection(common[v], locksets.at(p));
            }
            if (kind.isWrite()) {
                written.set(v);
            }
        }
    }

    /**
     * Whether an event is an access that can be part of an anomaly: no thread can be stopped inside a class
     * initialiser.
     */
    public boolean counts(int event) {
        return trace.kind(event).isAccess() && !model.insideInitialiser(event);
    }

    /** Whether several threads access the variable and one of them writes it. */
    public boolean isShared(int variable) {
        return user[variable] == SEVERAL && written.get(variable);
    }

    /** The locks that all accesses to the variable hold. */
    public int common(int variable) {
        return common[variable];
    }

    /** Whether the access before this one to the same variable was by another thread. */
    public boolean isHandover(int event) {
        return handovers.get(event);
    }
}
