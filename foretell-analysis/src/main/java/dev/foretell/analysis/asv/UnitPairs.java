// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.LocksetProfiles;
import dev.foretell.analysis.pattern.Spans;
import dev.foretell.analysis.pattern.VariableSharing;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * Collects what one unit of work does with two variables: reads both, or writes both, with no other access of that kind
 * by the unit to either of them in between.
 *
 * <p>Pairs could be quadratic in the accesses of a region, so this goes in two passes. The first looks for pairs with
 * room for somebody between them, the later ends of which everybody's locks do not protect; it remembers the latest
 * access of the last {@link #MAX_RECENT} instructions of the region only, so that a loop over an array is one
 * instruction, not a thousand variables. The second collects all pairs on those variables, whether there is room or
 * not: they are what can come between. Both are linear in the trace.
 */
final class UnitPairs {
    /** The second variable has the smaller number. */
    static final int REVERSED = 1;
    /** The two accesses lie in two regions. */
    static final int COMPOSED = 2;

    private static final int MAX_RECENT = 16;
    /** How many pairs of variables are followed for one pair of instructions. */
    private static final int MAX_PAIRS_PER_SHAPE = 4096;
    /** With how many others a variable is paired. */
    private static final int MAX_PARTNERS = 32;

    private final TraceModel model;
    private final Trace trace;
    private final VariableSharing sharing;
    private final LocksetProfiles profiles;
    private final Regions regions;
    private final InterleavingPoints gaps;
    private final DeclaredSets declared;
    private final Spans outer;
    private final Spans inner;
    private final Long2IntOpenHashMap pairNumbers = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap pairsOfShape = new Long2IntOpenHashMap();
    private final Int2ObjectOpenHashMap<IntArrayList> partners = new Int2ObjectOpenHashMap<>();
    private long leftOut;
    private boolean collectingInner;
    /** How often the locks of the thread had changed at the access that is looked at. */
    private int since;

    /** The latest read and write of each variable: event, its region, its lockset and segment. */
    private final Latest[] latestWrite;

    private final int[] turn;
    private final int[] owner;
    private Recent current = new Recent();
    private Recent previous = new Recent();
    private final Spans.End first = new Spans.End();
    private final Spans.End second = new Spans.End();

    /** The latest access of one kind to each variable, by the thread that is walked. */
    private static final class Latest {
        final int[] event;
        final int[] region;
        final int[] lockset;
        final int[] segment;
        final int[] change;

        Latest(int variables) {
            event = new int[variables];
            region = new int[variables];
            lockset = new int[variables];
            segment = new int[variables];
            change = new int[variables];
        }

        /** Needed before each pass; not for each thread, because no two threads share a region. */
        void reset() {
            Arrays.fill(region, -1);
            Arrays.fill(event, -1);
        }
    }

    /** The latest access of each of the last instructions of a region. */
    private static final class Recent {
        int region = -1;
        /** How often the locks had changed at its first access. */
        int change;

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

    UnitPairs(
            TraceModel model,
            VariableSharing sharing,
            InterleavingPoints gaps,
            LocksetProfiles profiles,
            Regions regions,
            List<AtomicSet> sets) {
        this.gaps = gaps;
        this.model = model;
        this.trace = model.trace();
        this.sharing = sharing;
        this.profiles = profiles;
        this.regions = regions;
        this.declared = new DeclaredSets(trace, sets);
        this.outer = new Spans(model);
        this.inner = new Spans(model);
        this.pairNumbers.defaultReturnValue(-1);
        int variables = trace.variableCount();
        this.latestWrite = new Latest[] {new Latest(variables), new Latest(variables)};
        this.turn = new int[variables];
        this.owner = new int[variables];
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

    /** By pair of variables: spans with room for somebody between their ends. */
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
        Arrays.fill(owner, -1);
        latestWrite[0].reset();
        latestWrite[1].reset();
        for (int t = 0; t < model.threadCount(); t++) {
            current.region = -1;
            current.size = 0;
            previous.region = -1;
            previous.size = 0;
            declared.nextThread();
            walk(t);
        }
    }

    private void walk(int thread) {
        HeldLocks.Cursor locksets = model.locksets(thread);
        HappensBefore.Cursor segments = model.segments(thread);
        Regions.Cursor where = regions.cursor(thread);
        InterleavingPoints.Cursor changes = gaps.cursor(thread);
        int length = model.length(thread);
        for (int p = 0; p < length; p++) {
            int e = model.event(thread, p);
            if (trace.kind(e) == EventKind.WAKE) {
                current.size = 0; // who waits gives the others the floor: nothing before it belongs to what follows
            }
            if (!sharing.counts(e) || !sharing.isShared(trace.target(e))) {
                continue;
            }
            int v = trace.target(e);
            int here = where.at(p);
            turn[v] = owner[v] == thread ? turn[v] : 0;
            turn[v] += sharing.isHandover(e) ? 1 : 0;
            owner[v] = thread;
            second.set(e, locksets.at(p), segments.at(p));
            since = changes.at(p);
            if (here >= 0) {
                if (here != current.region) {
                    Recent old = previous;
                    previous = current;
                    current = old;
                    current.region = here;
                    current.size = 0;
                    current.change = since;
                }
                inRegion(v, here, current.change == since);
            }
            acrossRegions(v, here);
            remember(v, here);
        }
    }

    private void inRegion(int v, int here, boolean sameLocks) {
        Latest kind = kind(second.event);
        if (collectingInner) {
            IntArrayList others = partners.get(v);
            for (int i = 0; others != null && i < others.size(); i++) {
                int m = others.getInt(i);
                if (kind.region[m] == here && isConsecutive(kind, m, v, here)) {
                    span(kind, m, v, 0);
                }
            }
            return;
        }
        boolean guarded = sameLocks && !model.disjoint(second.lockset, sharing.common(v));
        for (int i = 0; i < current.size && !guarded; i++) {
            int m = trace.target(current.event[i]);
            if (m != v && kind.event[m] == current.event[i] && isConsecutive(kind, m, v, here)) {
                span(kind, m, v, 0);
            }
        }
        if (trace.kind(second.event).isRead()) {
            for (int i = 0; i < previous.size; i++) {
                int m = trace.target(previous.event[i]);
                if (isTorn(m, v, previous.event[i], here)) {
                    span(kind, m, v, COMPOSED);
                }
            }
        }
    }

    /** Whether the region has not accessed the second variable in this way since it accessed the first. */
    private static boolean isConsecutive(Latest kind, int m, int v, int here) {
        return kind.region[v] != here || kind.event[v] < kind.event[m];
    }

    /**
     * Whether a region that reads one variable, and the next one, under the same lock, that reads another variable of
     * the same object or class, look like one reading of both: the thread has not read the first one since, and its
     * latest other accesses to the two lie in neither region.
     */
    private boolean isTorn(int m, int v, int read, int here) {
        int before = previous.region;
        return m != v
                && latestWrite[0].event[m] == read
                && latestWrite[1].region[m] != before
                && latestWrite[1].region[m] != here
                && latestWrite[0].region[v] != here
                && latestWrite[1].region[v] != here
                && latestWrite[0].region[v] != before
                && latestWrite[1].region[v] != before
                && model.intersection(latestWrite[0].lockset[m], second.lockset) != 0
                && declared.sameObjectOrSet(m, v);
    }

    /** Variables of a declared set belong together even where no region says so. */
    private void acrossRegions(int v, int here) {
        int before = declared.exchange(v, second.event, trace.kind(second.event).isWrite());
        if (before >= 0) {
            int m = trace.target(before);
            Latest kind = kind(second.event);
            if (kind.event[m] == before && !(here >= 0 && kind.region[m] == here)) {
                span(kind, m, v, COMPOSED);
            }
        }
    }

    private void remember(int v, int here) {
        Latest kind = kind(second.event);
        kind.event[v] = second.event;
        kind.region[v] = here;
        kind.lockset[v] = second.lockset;
        kind.segment[v] = second.segment;
        kind.change[v] = since;
        if (here >= 0 && !collectingInner) {
            current.add(trace.siteOf(second.event), second.event);
        }
    }

    private Latest kind(int event) {
        return latestWrite[trace.kind(event).isWrite() ? 1 : 0];
    }

    private void span(Latest kind, int m, int v, int flag) {
        first.set(kind.event[m], kind.lockset[m], kind.segment[m]);
        int thread = trace.thread(first.event);
        int profile = profiles.of(thread, kind.change[m], since);
        int flags = flag | (m > v ? REVERSED : 0);
        if (collectingInner) {
            int pair = pairNumbers.get(key(m, v));
            if (pair >= 0) {
                inner.add(pair, first, second, profile, flags, turn[m] + turn[v]);
            }
        } else if (profiles.admits(profile, sharing.common(v))) {
            int pair = pair(m, v);
            if (pair >= 0) {
                outer.add(pair, first, second, profile, flags, turn[m] + turn[v]);
            }
        }
    }

    private static long key(int m, int v) {
        return (long) Math.min(m, v) << 32 | Math.max(m, v);
    }

    /** The number of a pair of variables that is worth following, or -1 when there are enough like it. */
    private int pair(int m, int v) {
        int known = pairNumbers.get(key(m, v));
        if (known >= 0) {
            return known;
        }
        long shape = (long) trace.siteOf(first.event) << 32 | trace.siteOf(second.event);
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
