// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AccessWalk;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.LatestAccesses;
import dev.foretell.analysis.pattern.Spans;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.List;

/**
 * Collects the pairs of accesses of one unit of work to two variables: it reads both, or writes both, with no other
 * access of that kind by the unit to either of them in between.
 *
 * <p>Pairs could be quadratic in the accesses of a region, so there are two passes. The first collects pairs that
 * another thread can interleave; it keeps the latest access of the last {@link #MAX_RECENT} instructions of the region
 * only, so that a loop over an array is one instruction, not a thousand variables. The second collects all pairs on
 * those variables, which are what can interleave. Both are linear in the trace.
 */
final class UnitPairs {
    /** The second variable has the smaller number. */
    static final int REVERSED = 1;
    /** The two accesses are in two regions. */
    static final int COMPOSED = 2;

    private static final int MAX_RECENT = 16;
    /** How many pairs of variables are followed for one pair of instructions. */
    private static final int MAX_PAIRS_PER_SHAPE = 4096;
    /** With how many others a variable is paired. */
    private static final int MAX_PARTNERS = 32;

    private final AccessWalk walk;
    private final TraceModel model;
    private final Trace trace;
    private final DeclaredSets declared;
    private final Spans outer;
    private final Spans inner;
    private final Long2IntOpenHashMap pairNumbers = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap pairsOfShape = new Long2IntOpenHashMap();
    private final Int2ObjectOpenHashMap<IntArrayList> partners = new Int2ObjectOpenHashMap<>();
    private final LatestAccesses latestRead;
    private final LatestAccesses latestWrite;
    private Recent current = new Recent();
    private Recent previous = new Recent();
    private long leftOut;
    private boolean collectingInner;

    /** The latest access of each of the last instructions of a region. */
    private static final class Recent {
        int region = -1;
        /** {@link AccessWalk#lockChange} at its first access. */
        int lockChange;

        int size;
        final int[] site = new int[MAX_RECENT];
        final int[] event = new int[MAX_RECENT];

        void add(int newSite, int newEvent) {
            int i = 0;
            while (i < size && site[i] != newSite) {
                i++;
            }
            if (i == size) {
                size = Math.min(size + 1, MAX_RECENT);
                i = size - 1;
            }
            System.arraycopy(site, 0, site, 1, i);
            System.arraycopy(event, 0, event, 1, i);
            site[0] = newSite;
            event[0] = newEvent;
        }
    }

    UnitPairs(AccessWalk walk, List<AtomicSet> sets) {
        this.walk = walk;
        this.model = walk.model();
        this.trace = model.trace();
        this.declared = new DeclaredSets(trace, sets);
        this.outer = new Spans(model);
        this.inner = new Spans(model);
        this.pairNumbers.defaultReturnValue(-1);
        this.latestRead = new LatestAccesses(trace.variableCount());
        this.latestWrite = new LatestAccesses(trace.variableCount());
        walkAll();
        collectingInner = true;
        if (!pairNumbers.isEmpty()) {
            walkAll();
        }
        outer.sort(pairNumbers.size());
        inner.sort(pairNumbers.size());
    }

    /** How many pairs of variables there are. */
    int pairCount() {
        return pairNumbers.size();
    }

    /** By pair of variables: spans that another thread can interleave. */
    Spans outer() {
        return outer;
    }

    /** By pair of variables: all spans. */
    Spans inner() {
        return inner;
    }

    /** How often a pair of variables was not followed because there were too many like it. */
    long leftOut() {
        return leftOut;
    }

    private void walkAll() {
        walk.restart();
        latestRead.clear();
        latestWrite.clear();
        for (int t = 0; t < model.threadCount(); t++) {
            current.region = -1;
            current.size = 0;
            previous.region = -1;
            previous.size = 0;
            declared.nextThread();
            collect(t);
        }
    }

    private void collect(int thread) {
        walk.enter(thread);
        int waits = 0;
        while (walk.next()) {
            walk.take();
            if (walk.waits() != waits) {
                waits = walk.waits();
                current.size = 0; // a wait lets other threads interleave: nothing before it belongs to what follows
            }
            LatestAccesses kind = walk.isWrite() ? latestWrite : latestRead;
            int here = walk.region();
            if (here >= 0) {
                if (here != current.region) {
                    Recent old = previous;
                    previous = current;
                    current = old;
                    current.region = here;
                    current.size = 0;
                    current.lockChange = walk.lockChange();
                }
                inRegion(kind, walk.variable(), here);
            }
            acrossRegions(kind, walk.variable(), here);
            kind.put(walk);
            if (here >= 0 && !collectingInner) {
                current.add(trace.siteOf(walk.event()), walk.event());
            }
        }
    }

    private void inRegion(LatestAccesses kind, int v, int here) {
        if (collectingInner) {
            IntArrayList others = partners.get(v);
            for (int i = 0; others != null && i < others.size(); i++) {
                int m = others.getInt(i);
                if (kind.region(m) == here && isConsecutive(kind, m, v, here)) {
                    span(kind, m, v, 0);
                }
            }
            return;
        }
        boolean isProtected = walk.isProtectedSince(current.lockChange);
        for (int i = 0; i < current.size && !isProtected; i++) {
            int m = trace.target(current.event[i]);
            if (m != v && kind.event(m) == current.event[i] && isConsecutive(kind, m, v, here)) {
                span(kind, m, v, 0);
            }
        }
        if (kind == latestRead) {
            for (int i = 0; i < previous.size; i++) {
                int m = trace.target(previous.event[i]);
                if (isTorn(m, v, previous.event[i], here)) {
                    span(kind, m, v, COMPOSED);
                }
            }
        }
    }

    /** Whether the region has not accessed the second variable in this way since it accessed the first. */
    private static boolean isConsecutive(LatestAccesses kind, int m, int v, int here) {
        return kind.region(v) != here || kind.event(v) < kind.event(m);
    }

    /**
     * Whether a region that reads one variable, and the next one, under the same lock, that reads another variable of
     * the same object or class, form one read of both: the thread has not read the first one since, and its latest
     * other accesses to the two are in neither region.
     */
    private boolean isTorn(int m, int v, int read, int here) {
        int before = previous.region;
        return m != v
                && latestRead.event(m) == read
                && latestWrite.region(m) != before
                && latestWrite.region(m) != here
                && latestRead.region(v) != here
                && latestWrite.region(v) != here
                && latestRead.region(v) != before
                && latestWrite.region(v) != before
                && model.intersection(latestRead.lockset(m), walk.end().lockset) != 0
                && declared.sameObjectOrSet(m, v);
    }

    /** Variables of a declared set belong together also where no region contains both accesses. */
    private void acrossRegions(LatestAccesses kind, int v, int here) {
        int before = declared.exchange(v, walk.event(), kind == latestWrite);
        if (before >= 0) {
            int m = trace.target(before);
            if (kind.event(m) == before && !(here >= 0 && kind.region(m) == here)) {
                span(kind, m, v, COMPOSED);
            }
        }
    }

    private void span(LatestAccesses kind, int m, int v, int flag) {
        int profile = walk.profileSince(kind.lockChange(m));
        int flags = flag | (m > v ? REVERSED : 0);
        if (collectingInner) {
            int pair = pairNumbers.get(key(m, v));
            if (pair >= 0) {
                walk.add(inner, pair, kind, m, profile, flags);
            }
        } else if (walk.admits(profile)) {
            int pair = pair(kind.event(m), m, v);
            if (pair >= 0) {
                walk.add(outer, pair, kind, m, profile, flags);
            }
        }
    }

    private static long key(int m, int v) {
        return (long) Math.min(m, v) << 32 | Math.max(m, v);
    }

    /** The number of a pair of variables, or -1 when too many pairs at the same instructions are followed. */
    private int pair(int first, int m, int v) {
        int known = pairNumbers.get(key(m, v));
        if (known >= 0) {
            return known;
        }
        long shape = (long) trace.siteOf(first) << 32 | trace.siteOf(walk.event());
        IntArrayList ofM = partners.computeIfAbsent(m, k -> new IntArrayList(2));
        IntArrayList ofV = partners.computeIfAbsent(v, k -> new IntArrayList(2));
        if (ofM.size() >= MAX_PARTNERS
                || ofV.size() >= MAX_PARTNERS
                || pairsOfShape.addTo(shape, 1) >= MAX_PAIRS_PER_SHAPE) {
            leftOut++;
            return -1;
        }
        ofM.add(v);
        ofV.add(m);
        int fresh = pairNumbers.size();
        pairNumbers.put(key(m, v), fresh);
        return fresh;
    }
}
