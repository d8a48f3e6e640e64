// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.Arrays;

/**
 * The variables that can have a race at all: several threads access them, one writes, and no common lock is held. A
 * lock that is shared for reads protects too, if all writes hold it exclusively.
 */
final class UnprotectedVariables {
    private static final int UNTOUCHED = -1;
    private static final int SHARED = -2;

    private final TraceModel model;
    private final int[] user;
    private final int[] common;
    private final boolean[] written;

    private UnprotectedVariables(TraceModel model) {
        this.model = model;
        this.user = new int[model.trace().variableCount()];
        this.common = new int[user.length];
        this.written = new boolean[user.length];
        Arrays.fill(user, UNTOUCHED);
    }

    /** By variable. */
    static boolean[] variables(TraceModel model) {
        return new UnprotectedVariables(model).run();
    }

    private boolean[] run() {
        Trace trace = model.trace();
        HeldLocks.Cursor[] locksets = new HeldLocks.Cursor[model.threadCount()];
        for (int t = 0; t < locksets.length; t++) {
            locksets[t] = model.locksets(t);
        }
        int size = trace.size();
        for (int e = 0; e < size; e++) {
            EventKind kind = trace.kind(e);
            if (kind == EventKind.READ || kind == EventKind.WRITE) {
                int thread = trace.thread(e);
                access(trace.target(e), thread, locksets[thread].at(model.position(e)), kind == EventKind.WRITE);
            }
        }
        for (int v = 0; v < user.length; v++) {
            written[v] &= user[v] == SHARED && common[v] == 0;
        }
        return written;
    }

    private void access(int variable, int thread, int held, boolean write) {
        int lockset = write ? model.exclusive(held) : model.strengthened(held);
        if (user[variable] == UNTOUCHED) {
            user[variable] = thread;
            common[variable] = lockset;
        } else {
            if (user[variable] != thread) {
                user[variable] = SHARED;
            }
            common[variable] = model.intersection(common[variable], lockset);
        }
        written[variable] |= write;
    }
}
