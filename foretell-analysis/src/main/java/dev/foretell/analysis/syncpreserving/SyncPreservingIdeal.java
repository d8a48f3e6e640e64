// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import java.util.Arrays;

/**
 * The trace ideal of a sync-preserving correct reordering, which only grows: a prefix of each thread, closed under the
 * dependencies of its events and under the lock rule (Mathur, Pavlogiannis, Viswanathan, POPL 2021, definition 3): of
 * two critical sections on a lock in the set the earlier one is contained with its release, unless both share the lock.
 * The recorded order of a closed set is a correct reordering.
 *
 * <p>Only sections that are open at the end of a prefix can violate the rule, and these are few.
 */
final class SyncPreservingIdeal {
    private final TraceModel model;
    private final Trace trace;
    private final ThreadPrerequisites causes;
    private final CriticalSections sections;
    /** By thread: the index of the last event of the set or anything up to the next event. */
    private final int[] ends;
    /** How far the set is closed under dependencies; up to which prerequisite; and the last change of open sections. */
    private final int[] closed;

    private final int[] prerequisite;
    private final int[] change;
    /** By thread: an event that must not be in the set. */
    private final int[] limits;

    private int latest;
    private boolean exceeded;
    private boolean impossible;

    SyncPreservingIdeal(TraceModel model, ThreadPrerequisites causes, CriticalSections sections) {
        this.model = model;
        this.trace = model.trace();
        this.causes = causes;
        this.sections = sections;
        int threads = model.threadCount();
        ends = new int[threads];
        closed = new int[threads];
        prerequisite = new int[threads];
        change = new int[threads];
        limits = new int[threads];
        clear();
    }

    /** Resets to the empty set, without limits. */
    void clear() {
        Arrays.fill(ends, -1);
        Arrays.fill(closed, -1);
        Arrays.fill(prerequisite, -1);
        Arrays.fill(change, -1);
        Arrays.fill(limits, Integer.MAX_VALUE);
        latest = -1;
        exceeded = false;
        impossible = false;
    }

    /** Makes an event next: its predecessors in program order are in the set, the event itself must not be. */
    void makeNext(int event) {
        int thread = trace.thread(event);
        limits[thread] = event;
        raise(thread, event - 1);
        int fork = model.fork(event);
        if (fork >= 0) {
            raise(trace.thread(fork), fork);
        }
    }

    /** The last event that a thread's prefix may contain, an upper bound below the next one. */
    int end(int thread) {
        return ends[thread];
    }

    /** Whether no set is closed: a lock is needed that is never released. */
    boolean impossible() {
        return impossible;
    }

    /**
     * Extends the set to its closure; false when that contains an event that must be next. Then the set may be smaller
     * than its closure, but never larger, so later calls can extend it.
     */
    boolean close() {
        exceeded = false;
        for (int t = 0; t < ends.length; t++) {
            exceeded |= ends[t] >= limits[t];
        }
        boolean more = true;
        while (more && !exceeded && !impossible) {
            dependencies();
            more = !exceeded && lockRule();
        }
        return !exceeded && !impossible;
    }

    private void dependencies() {
        boolean more = true;
        while (more && !exceeded) {
            more = false;
            for (int t = 0; t < ends.length; t++) {
                if (closed[t] < ends[t]) {
                    dependencies(t);
                    more = true;
                }
            }
        }
    }

    private void dependencies(int thread) {
        raise(thread, causes.prefixEnd(thread, ends[thread]));
        closed[thread] = ends[thread];
        int last = causes.prerequisite(thread, ends[thread], prerequisite[thread]);
        int next = prerequisite[thread] + 1;
        int summed = causes.summed(last + 1);
        if (summed > next) {
            int[] sum = causes.sum(thread, summed);
            for (int t = 0; t < sum.length; t++) {
                if (t != thread && sum[t] > ends[t]) {
                    raise(t, sum[t]);
                }
            }
            next = summed;
        }
        for (; next <= last; next++) {
            int source = causes.source(thread, next);
            raise(trace.thread(source), source);
        }
        prerequisite[thread] = last;
    }

    private void raise(int thread, int event) {
        if (event > ends[thread]) {
            ends[thread] = event;
            latest = Math.max(latest, event);
            exceeded |= event >= limits[thread];
        }
    }

    /** Closes open sections whose lock is acquired later in the set; whether the set has grown. */
    private boolean lockRule() {
        boolean grown = false;
        for (int t = 0; t < ends.length && !exceeded && !impossible; t++) {
            if (ends[t] < 0) {
                continue;
            }
            change[t] = sections.change(t, ends[t], change[t]);
            int count = change[t] < 0 ? 0 : sections.openCount(t, change[t]);
            for (int i = 0; i < count; i++) {
                grown |= closeIfTaken(t, sections.open(t, change[t], i));
            }
        }
        return grown;
    }

    private boolean closeIfTaken(int thread, int acquire) {
        int release = model.partner(acquire);
        // The next section on this lock, of those that exclude this one, begins behind the release.
        if (release >= 0 && (release <= ends[thread] || release > latest)) {
            return false;
        }
        boolean share = trace.kind(acquire).isShared();
        if (!sections.acquiredLater(trace.target(acquire), acquire, share, thread, ends)) {
            return false;
        }
        if (release < 0) {
            impossible = true;
        } else {
            raise(thread, release);
        }
        return true;
    }
}
