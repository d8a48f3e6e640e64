// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.atomicity;

import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.LocksetProfiles;
import dev.foretell.analysis.pattern.Spans;
import dev.foretell.analysis.pattern.VariableSharing;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Collects what a thread does with one variable twice in a row (two writes of a region also with reads of its own in
 * between): both times in one region, or, for check-then-act, in two regions. Pairs that a lock keeps together which
 * everybody holds who accesses the variable are left out at once, so that well protected variables cost one look each.
 */
final class LocalPairs {
    /** The flag of spans inside one region. */
    static final int UNIT = 0;
    /** The flag of spans over two regions. */
    static final int COMPOSED = 1;

    /**
     * For how many variables check-then-act at one pair of instructions is followed. Almost any two calls look like it,
     * and what is wrong at these two places is wrong for every object.
     */
    private static final int MAX_COMPOSED = 32;

    private final TraceModel model;
    private final Trace trace;
    private final VariableSharing sharing;
    private final LocksetProfiles profiles;
    private final Regions regions;
    private final InterleavingPoints gaps;
    private final boolean composed;
    private final Spans pairs;
    private final Spans singles;
    private final BitSet wanted = new BitSet();
    private final BitSet wantedReads = new BitSet();
    private final boolean[] needsRead;
    private final boolean[] needsWrite;

    /** The last access of the current thread to each variable; valid where {@code owner} is the thread. */
    private final int[] owner;

    private final int[] event;
    private final int[] region;
    private final int[] lockset;
    private final int[] segment;
    private final int[] change;
    private final int[] turn;
    /** How often the thread had waited by then. */
    private final int[] waits;

    /** The last write likewise, -1 for none: reads after it do not make what it wrote any more final. */
    private final int[] write;

    private final int[] writeRegion;
    private final int[] writeLockset;
    private final int[] writeSegment;
    private final int[] writeChange;
    private final BitSet wroteInRegion = new BitSet();
    private final LongOpenHashSet composedPairs = new LongOpenHashSet();
    private final Long2IntOpenHashMap composedShapes = new Long2IntOpenHashMap();
    private final IntArrayList variablesOfShape = new IntArrayList();
    private long leftOut;
    private final Spans.End first = new Spans.End();
    private final Spans.End latestWrite = new Spans.End();

    /** {@code needsRead}, {@code needsWrite}: by local kinds, whether a read or a write between them matters. */
    LocalPairs(
            TraceModel model,
            VariableSharing sharing,
            InterleavingPoints gaps,
            LocksetProfiles profiles,
            Regions regions,
            boolean composed,
            boolean[] needsRead,
            boolean[] needsWrite) {
        this.needsRead = needsRead;
        this.needsWrite = needsWrite;
        this.gaps = gaps;
        this.model = model;
        this.trace = model.trace();
        this.sharing = sharing;
        this.profiles = profiles;
        this.regions = regions;
        this.composed = composed;
        this.pairs = new Spans(model);
        this.singles = new Spans(model);
        int variables = trace.variableCount();
        owner = new int[variables];
        event = new int[variables];
        region = new int[variables];
        lockset = new int[variables];
        segment = new int[variables];
        change = new int[variables];
        turn = new int[variables];
        waits = new int[variables];
        write = new int[variables];
        writeRegion = new int[variables];
        writeLockset = new int[variables];
        writeSegment = new int[variables];
        writeChange = new int[variables];
        composedShapes.defaultReturnValue(-1);
        Arrays.fill(owner, -1);
        for (int t = 0; t < model.threadCount(); t++) {
            walk(t, false);
        }
        Arrays.fill(owner, -1);
        for (int t = 0; t < model.threadCount() && !wanted.isEmpty(); t++) {
            walk(t, true);
        }
        pairs.sort(variables);
        singles.sort(variables);
    }

    /** By variable: pairs with room for somebody between them. */
    Spans pairs() {
        return pairs;
    }

    /** By variable: all accesses to variables that have such pairs. */
    Spans singles() {
        return singles;
    }

    /** How often a pair over two regions was passed over. */
    long leftOut() {
        return leftOut;
    }

    /** The variables that have such pairs. */
    BitSet wanted() {
        return wanted;
    }

    private void walk(int thread, boolean latestWrite) {
        HeldLocks.Cursor locksets = model.locksets(thread);
        HappensBefore.Cursor segments = model.segments(thread);
        Regions.Cursor where = regions.cursor(thread);
        InterleavingPoints.Cursor changes = gaps.cursor(thread);
        int length = model.length(thread);
        int waited = 0;
        for (int p = 0; p < length; p++) {
            int e = model.event(thread, p);
            if (!sharing.counts(e)) {
                waited += trace.kind(e) == EventKind.WAKE ? 1 : 0;
                continue;
            }
            int v = trace.target(e);
            boolean writes = trace.kind(e).isWrite();
            if (latestWrite ? !wanted.get(v) || !writes && !wantedReads.get(v) : !sharing.isShared(v)) {
                continue;
            }
            boolean known = owner[v] == thread;
            turn[v] = known ? turn[v] : 0;
            turn[v] += sharing.isHandover(e) ? 1 : 0;
            owner[v] = thread;
            int held = locksets.at(p);
            int now = segments.at(p);
            if (latestWrite) {
                first.set(e, held, now);
                singles.add(v, first, turn[v]);
                continue;
            }
            int here = where.at(p);
            int since = changes.at(p);
            this.latestWrite.set(e, held, now);
            boolean guarded = known && change[v] == since && !model.disjoint(held, sharing.common(v));
            if (known && !guarded) {
                pair(thread, v, here, since, waits[v] < waited);
            }
            write[v] = known ? write[v] : -1;
            if (writes) {
                overReads(thread, v, here, since);
                write[v] = e;
                writeRegion[v] = here;
                writeLockset[v] = held;
                writeSegment[v] = now;
                writeChange[v] = since;
            }
            boolean same = known && here >= 0 && region[v] == here;
            wroteInRegion.set(v, writes || same && wroteInRegion.get(v));
            event[v] = e;
            region[v] = here;
            lockset[v] = held;
            segment[v] = now;
            change[v] = since;
            waits[v] = waited;
        }
    }

    private void pair(int thread, int v, int here, int since, boolean overWait) {
        int kinds = TripleSearch.localKinds(
                trace.kind(event[v]).isWrite(), trace.kind(latestWrite.event).isWrite());
        boolean unit = here >= 0 && region[v] == here;
        if (!needsRead[kinds] && !needsWrite[kinds]
                || !unit && (!composed || overWait || !isCheckThenAct(v, here) || !isFollowed(v))) {
            return;
        }
        int profile = profiles.of(thread, change[v], since);
        if (profiles.admits(profile, sharing.common(v))) {
            first.set(event[v], lockset[v], segment[v]);
            pairs.add(v, first, latestWrite, profile, unit ? UNIT : COMPOSED, turn[v]);
            wanted.set(v);
            if (needsRead[kinds]) {
                wantedReads.set(v);
            }
        }
    }

    /**
     * The second write of a region with only reads of its own since the first: whoever reads in between sees what was
     * not meant to last, whether or not the region looks at it too.
     */
    private void overReads(int thread, int v, int here, int since) {
        boolean between = write[v] >= 0 && write[v] != event[v] && here >= 0 && writeRegion[v] == here;
        boolean guarded = writeChange[v] == since && !model.disjoint(latestWrite.lockset, sharing.common(v));
        if (!between || guarded || !needsRead[TripleSearch.localKinds(true, true)]) {
            return;
        }
        int profile = profiles.of(thread, writeChange[v], since);
        if (profiles.admits(profile, sharing.common(v))) {
            first.set(write[v], writeLockset[v], writeSegment[v]);
            pairs.add(v, first, latestWrite, profile, UNIT, turn[v]);
            wanted.set(v);
            wantedReads.set(v);
        }
    }

    private boolean isFollowed(int v) {
        long sites = (long) trace.siteOf(event[v]) << 32 | trace.siteOf(latestWrite.event);
        int shape = composedShapes.get(sites);
        if (shape < 0) {
            shape = variablesOfShape.size();
            composedShapes.put(sites, shape);
            variablesOfShape.add(0);
        }
        long pair = (long) v << 32 | shape;
        if (composedPairs.contains(pair)) {
            return true;
        }
        if (variablesOfShape.getInt(shape) == MAX_COMPOSED) {
            leftOut++;
            return false;
        }
        variablesOfShape.set(shape, variablesOfShape.getInt(shape) + 1);
        composedPairs.add(pair);
        return true;
    }

    /**
     * Whether what one region read is the base of what the next one does. Both hold the same lock, so somebody thought
     * of them as belonging together; or there is no lock and the variable is volatile. The first must only read; the
     * second must write something, or at least read the variable elsewhere: asking the same question again is no act.
     * And who waits in between has given the others the floor on purpose.
     */
    private boolean isCheckThenAct(int v, int here) {
        int e = latestWrite.event;
        if (wroteInRegion.get(v)) {
            return false;
        }
        boolean write = trace.kind(e).isWrite();
        if (here < 0 && region[v] < 0) {
            return write && trace.kind(e).isVolatile();
        }
        return here >= 0
                && region[v] >= 0
                && model.intersection(lockset[v], latestWrite.lockset) != 0
                && (write || regions.writes(here) || trace.siteOf(e) != trace.siteOf(event[v]));
    }
}
