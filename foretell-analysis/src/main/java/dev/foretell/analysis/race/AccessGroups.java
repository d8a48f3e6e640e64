// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * The plain accesses to shared written variables, in groups of equivalent accesses: same variable, thread, site,
 * lockset and segment. Of a group only the first and the last access are kept, so that the number of comparisons does
 * not depend on the iterations of a loop.
 */
final class AccessGroups {
    private final TraceModel model;
    private final Trace trace;
    private final IntArrayList variable = new IntArrayList();
    private int[] key;
    private int[] lockset;
    private int[] segment;
    private int[] first;
    private int[] last;
    private int[] starts;

    AccessGroups(TraceModel model, boolean[] unprotected) {
        this.model = model;
        this.trace = model.trace();
        key = new int[1024];
        lockset = new int[1024];
        segment = new int[1024];
        first = new int[1024];
        last = new int[1024];
        collect(unprotected);
        sort();
    }

    /** One pass in the order of the trace: one per thread would read the whole trace as often as there are threads. */
    private void collect(boolean[] unprotected) {
        int threads = model.threadCount();
        HeldLocks.Cursor[] locksets = new HeldLocks.Cursor[threads];
        HappensBefore.Cursor[] segments = new HappensBefore.Cursor[threads];
        Long2IntOpenHashMap[] groups = new Long2IntOpenHashMap[threads];
        for (int t = 0; t < threads; t++) {
            locksets[t] = model.locksets(t);
            segments[t] = model.segments(t);
            groups[t] = new Long2IntOpenHashMap();
            groups[t].defaultReturnValue(-1);
        }
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            boolean plain = kind == EventKind.READ || kind == EventKind.WRITE;
            if (plain && unprotected[trace.target(e)] && !model.insideInitialiser(e)) {
                int thread = trace.thread(e);
                int position = model.position(e);
                int site = trace.siteOf(e) * 2 + (kind == EventKind.WRITE ? 1 : 0);
                put(groups[thread], site, locksets[thread].at(position), segments[thread].at(position), e);
            }
        }
    }

    private void put(Long2IntOpenHashMap groups, int site, int held, int now, int e) {
        int v = trace.target(e);
        int fresh = variable.size();
        int group = groups.putIfAbsent((long) v << 32 | site, fresh);
        if (group >= 0 && lockset[group] == held && segment[group] == now) {
            last[group] = e;
        } else {
            if (group >= 0) {
                groups.put((long) v << 32 | site, fresh);
            }
            add(v, site, held, now, e);
        }
    }

    private void add(int v, int site, int held, int now, int e) {
        int size = variable.size();
        if (size == key.length) {
            int capacity = size + (size >> 1);
            key = Arrays.copyOf(key, capacity);
            lockset = Arrays.copyOf(lockset, capacity);
            segment = Arrays.copyOf(segment, capacity);
            first = Arrays.copyOf(first, capacity);
            last = Arrays.copyOf(last, capacity);
        }
        variable.add(v);
        key[size] = site;
        lockset[size] = held;
        segment[size] = now;
        first[size] = e;
        last[size] = e;
    }

    /** By variable, then lockset, thread and site, then time; afterwards a group is its place in that order. */
    private void sort() {
        starts = new int[trace.variableCount() + 1];
        for (int i = 0; i < variable.size(); i++) {
            starts[variable.getInt(i) + 1]++;
        }
        for (int v = 0; v < trace.variableCount(); v++) {
            starts[v + 1] += starts[v];
        }
        int[] fill = starts.clone();
        int[] sorted = new int[variable.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[fill[variable.getInt(i)]++] = i;
        }
        for (int v = 0; v < trace.variableCount(); v++) {
            if (starts[v + 1] - starts[v] > 1) {
                IntArrays.quickSort(sorted, starts[v], starts[v + 1], this::compare);
            }
        }
        key = gather(key, sorted);
        lockset = gather(lockset, sorted);
        segment = gather(segment, sorted);
        first = gather(first, sorted);
        last = gather(last, sorted);
    }

    private static int[] gather(int[] column, int[] order) {
        int[] result = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            result[i] = column[order[i]];
        }
        return result;
    }

    private int compare(int a, int b) {
        int byLocks = Integer.compare(lockset[a], lockset[b]);
        if (byLocks != 0) {
            return byLocks;
        }
        int byThread = Integer.compare(thread(a), thread(b));
        if (byThread != 0) {
            return byThread;
        }
        int bySite = Integer.compare(key[a], key[b]);
        return bySite != 0 ? bySite : Integer.compare(first[a], first[b]);
    }

    int count() {
        return variable.size();
    }

    /** The first group of a variable; its last comes before the first of the next variable. */
    int start(int v) {
        return starts[v];
    }

    int thread(int group) {
        return trace.thread(first[group]);
    }

    /** Site and kind in one number: equal for accesses by the same instruction. */
    int key(int group) {
        return key[group];
    }

    int site(int group) {
        return key[group] >> 1;
    }

    boolean isWrite(int group) {
        return (key[group] & 1) != 0;
    }

    int lockset(int group) {
        return lockset[group];
    }

    int first(int group) {
        return first[group];
    }

    int last(int group) {
        return last[group];
    }

    /** Whether all of the first group is ordered before all of the second, which belongs to another thread. */
    boolean isBefore(int group, int other) {
        return model.segmentBefore(thread(group), segment[group], thread(other), segment[other]);
    }
}
