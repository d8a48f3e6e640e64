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
 * The plain accesses to variables that several threads use and someone writes, in groups that no rule can tell apart: same
 * variable, thread, site, lockset and segment. Of a group only the first and the last access are kept, so that the
 * number of comparisons does not depend on how often a loop went round.
 */
final class AccessGroups {
    private static final int UNTOUCHED = -1;
    private static final int SHARED = -2;

    private final Trace trace;
    private final byte[] interesting;
    private final IntArrayList variable = new IntArrayList();
    private final IntArrayList key = new IntArrayList();
    private final IntArrayList lockset = new IntArrayList();
    private final IntArrayList segment = new IntArrayList();
    private final IntArrayList first = new IntArrayList();
    private final IntArrayList last = new IntArrayList();
    private int[] sorted;
    private int[] starts;

    AccessGroups(TraceModel model) {
        this.trace = model.trace();
        this.interesting = interesting();
        for (int t = 0; t < model.threadCount(); t++) {
            collect(model, t);
        }
        sort();
    }

    /** 1 for variables that several threads access and at least one writes. */
    private byte[] interesting() {
        int[] user = new int[trace.variableCount()];
        Arrays.fill(user, UNTOUCHED);
        byte[] result = new byte[user.length];
        for (int e = 0; e < trace.size(); e++) {
            EventKind kind = trace.kind(e);
            if (kind == EventKind.READ || kind == EventKind.WRITE) {
                int v = trace.target(e);
                int thread = trace.thread(e);
                if (user[v] == UNTOUCHED) {
                    user[v] = thread;
                } else if (user[v] != thread) {
                    user[v] = SHARED;
                }
                if (kind == EventKind.WRITE) {
                    result[v] = 1;
                }
            }
        }
        for (int v = 0; v < user.length; v++) {
            if (user[v] != SHARED) {
                result[v] = 0;
            }
        }
        return result;
    }

    private void collect(TraceModel model, int thread) {
        HeldLocks.Cursor locksets = model.locksets(thread);
        HappensBefore.Cursor segments = model.segments(thread);
        Long2IntOpenHashMap groups = new Long2IntOpenHashMap();
        groups.defaultReturnValue(-1);
        int length = model.length(thread);
        for (int p = 0; p < length; p++) {
            int e = model.event(thread, p);
            EventKind kind = trace.kind(e);
            if (kind != EventKind.READ && kind != EventKind.WRITE) {
                continue;
            }
            int v = trace.target(e);
            if (interesting[v] == 0 || model.insideInitialiser(e)) {
                continue;
            }
            int site = trace.siteOf(e) * 2 + (kind == EventKind.WRITE ? 1 : 0);
            int held = locksets.at(p);
            int now = segments.at(p);
            long slot = (long) v << 32 | site;
            int group = groups.get(slot);
            if (group >= 0 && lockset.getInt(group) == held && segment.getInt(group) == now) {
                last.set(group, e);
            } else {
                groups.put(slot, first.size());
                variable.add(v);
                key.add(site);
                lockset.add(held);
                segment.add(now);
                first.add(e);
                last.add(e);
            }
        }
    }

    /** By variable, then thread, site and lockset, then time. */
    private void sort() {
        starts = new int[trace.variableCount() + 1];
        for (int i = 0; i < variable.size(); i++) {
            starts[variable.getInt(i) + 1]++;
        }
        for (int v = 0; v < trace.variableCount(); v++) {
            starts[v + 1] += starts[v];
        }
        int[] fill = starts.clone();
        sorted = new int[variable.size()];
        for (int i = 0; i < variable.size(); i++) {
            sorted[fill[variable.getInt(i)]++] = i;
        }
        for (int v = 0; v < trace.variableCount(); v++) {
            if (starts[v + 1] - starts[v] > 1) {
                IntArrays.quickSort(sorted, starts[v], starts[v + 1], this::compare);
            }
        }
    }

    private int compare(int a, int b) {
        int byThread = Integer.compare(thread(a), thread(b));
        if (byThread != 0) {
            return byThread;
        }
        int bySite = Integer.compare(key.getInt(a), key.getInt(b));
        if (bySite != 0) {
            return bySite;
        }
        int byLocks = Integer.compare(lockset.getInt(a), lockset.getInt(b));
        return byLocks != 0 ? byLocks : Integer.compare(first.getInt(a), first.getInt(b));
    }

    int start(int v) {
        return starts[v];
    }

    /** The group at a place of the sorted order. */
    int group(int place) {
        return sorted[place];
    }

    int thread(int group) {
        return trace.thread(first.getInt(group));
    }

    /** Site and kind in one number: equal for accesses by the same instruction. */
    int key(int group) {
        return key.getInt(group);
    }

    int site(int group) {
        return key.getInt(group) >> 1;
    }

    boolean isWrite(int group) {
        return (key.getInt(group) & 1) != 0;
    }

    int lockset(int group) {
        return lockset.getInt(group);
    }

    int first(int group) {
        return first.getInt(group);
    }

    int last(int group) {
        return last.getInt(group);
    }
}
