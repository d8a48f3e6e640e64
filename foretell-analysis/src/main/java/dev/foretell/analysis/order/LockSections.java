// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * When each thread holds each lock, so that a query about a long interval of a thread costs a binary search. Sections
 * of one lock in one thread do not overlap; both acquire and release count as inside.
 */
final class LockSections {
    /** By thread and lock: positions of the first and last event of each section. */
    private final Long2ObjectOpenHashMap<IntArrayList> bounds = new Long2ObjectOpenHashMap<>();

    LockSections(TraceModel model) {
        Trace trace = model.trace();
        int[] held = new int[model.threadCount()];
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isAcquire() || trace.kind(e).isRelease()) {
                int thread = trace.thread(e);
                int now = model.locksetAfter(e);
                if (now != held[thread]) {
                    change(model, thread, model.position(e), held[thread], now);
                    held[thread] = now;
                }
            }
        }
    }

    private void change(TraceModel model, int thread, int position, int before, int after) {
        int[] old = model.locks(before);
        int[] now = model.locks(after);
        for (int lock : now) {
            if (!contains(old, lock)) {
                IntArrayList own = bounds.computeIfAbsent(key(thread, lock), k -> new IntArrayList());
                own.add(position);
                own.add(Integer.MAX_VALUE);
            }
        }
        for (int lock : old) {
            if (!contains(now, lock)) {
                IntArrayList own = bounds.get(key(thread, lock));
                own.set(own.size() - 1, position);
            }
        }
    }

    private static boolean contains(int[] locks, int wanted) {
        for (int lock : locks) {
            if (lock == wanted) {
                return true;
            }
        }
        return false;
    }

    private static long key(int thread, int lock) {
        return (long) thread << 32 | lock;
    }

    /**
     * Whether a thread holds a lock at one of its positions from one to another; at none if the first is after the
     * second.
     */
    boolean isHeld(int thread, int lock, int from, int to) {
        IntArrayList own = bounds.get(key(thread, lock));
        if (own == null || from > to) {
            return false;
        }
        int low = 0;
        int high = own.size() / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (own.getInt(2 * middle) <= to) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high >= 0 && own.getInt(2 * high + 1) >= from;
    }
}
