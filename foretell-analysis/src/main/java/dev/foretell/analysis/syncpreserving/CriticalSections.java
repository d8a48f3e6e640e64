// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.syncpreserving;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The critical sections of a trace: which are open at the end of a thread's prefix, and which threads acquire a lock
 * where.
 */
final class CriticalSections {
    /** Where a thread's open sections change, and where in the pool the acquires of those open from there on begin. */
    private static final class Changes {
        final IntArrayList events = new IntArrayList();
        final IntArrayList starts = new IntArrayList();
        final IntArrayList pool = new IntArrayList();
        final IntArrayList open = new IntArrayList();

        void add(int event) {
            events.add(event);
            starts.add(pool.size());
            pool.addAll(open);
        }
    }

    /** The acquires of one lock by thread, each list ascending. */
    private static final class AcquiresByThread {
        final IntArrayList threads = new IntArrayList();
        final List<IntArrayList> acquires = new ArrayList<>();

        void add(int thread, int acquire) {
            int i = threads.indexOf(thread);
            if (i < 0) {
                i = threads.size();
                threads.add(thread);
                acquires.add(new IntArrayList());
            }
            acquires.get(i).add(acquire);
        }
    }

    private final Changes[] changes;
    /** By lock: exclusive acquires, and shared ones. */
    private final AcquiresByThread[] exclusive;

    private final AcquiresByThread[] shared;

    CriticalSections(TraceModel model) {
        Trace trace = model.trace();
        changes = new Changes[model.threadCount()];
        for (int t = 0; t < changes.length; t++) {
            changes[t] = new Changes();
        }
        exclusive = new AcquiresByThread[trace.lockCount()];
        shared = new AcquiresByThread[trace.lockCount()];
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            if (kind.isAcquire()) {
                Changes own = changes[trace.thread(e)];
                own.open.add(e);
                own.add(e);
                int lock = trace.target(e);
                AcquiresByThread[] all = kind.isShared() ? shared : exclusive;
                all[lock] = all[lock] == null ? new AcquiresByThread() : all[lock];
                all[lock].add(trace.thread(e), e);
            } else if (kind.isRelease() && model.partner(e) >= 0) {
                Changes own = changes[trace.thread(e)];
                own.open.rem(model.partner(e));
                own.add(e);
            }
        }
    }

    /** Which change is the last at or before an event of a thread, -1 for none; {@code from} is a lower bound. */
    int change(int thread, int event, int from) {
        return SortedSearch.last(changes[thread].events, event, from);
    }

    /** How many sections are open after a change. */
    int openCount(int thread, int change) {
        Changes own = changes[thread];
        int end = change + 1 < own.starts.size() ? own.starts.getInt(change + 1) : own.pool.size();
        return end - own.starts.getInt(change);
    }

    /** The acquire of one of them. */
    int open(int thread, int change, int i) {
        return changes[thread].pool.getInt(changes[thread].starts.getInt(change) + i);
    }

    /**
     * Whether another thread acquires the lock of this acquire after it, among the events up to its entry of
     * {@code ends}. Two shared acquires do not count.
     */
    boolean acquiredLater(int lock, int acquire, boolean share, int thread, int[] ends) {
        return acquiredLater(exclusive[lock], acquire, thread, ends)
                || !share && acquiredLater(shared[lock], acquire, thread, ends);
    }

    private static boolean acquiredLater(AcquiresByThread all, int acquire, int thread, int[] ends) {
        for (int i = 0; all != null && i < all.threads.size(); i++) {
            int other = all.threads.getInt(i);
            if (other != thread && ends[other] > acquire) {
                IntArrayList acquires = all.acquires.get(i);
                int last = SortedSearch.last(acquires, ends[other], -1);
                if (last >= 0 && acquires.getInt(last) > acquire) {
                    return true;
                }
            }
        }
        return false;
    }
}
