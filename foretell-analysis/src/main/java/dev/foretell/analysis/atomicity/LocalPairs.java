// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.atomicity;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AccessWalk;
import dev.foretell.analysis.pattern.LatestAccesses;
import dev.foretell.analysis.pattern.Spans;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;

/**
 * Collects pairs of consecutive accesses of a thread to one variable (two writes of a region also with reads of its own
 * in between): both in one region, or, for check-then-act, in two regions. Pairs that are protected by a lock that
 * every access to the variable holds are left out at once, so that well protected variables cost one lookup each.
 */
final class LocalPairs {
    /** The flag of spans inside one region. */
    static final int UNIT = 0;
    /** The flag of spans over two regions. */
    static final int COMPOSED = 1;

    /**
     * For how many variables check-then-act at one pair of instructions is followed. Almost any two calls have its
     * form, and an error at these two instructions is one for every object.
     */
    private static final int MAX_COMPOSED = 32;

    private final AccessWalk walk;
    private final TraceModel model;
    private final Trace trace;
    private final boolean composed;
    private final Spans pairs;
    private final Spans singles;
    private final BitSet wanted = new BitSet();
    private final BitSet wantedReads = new BitSet();
    private final boolean[] needsRead;
    private final boolean[] needsWrite;

    /** The latest access of the current thread to each variable, valid where {@link AccessWalk#isKnown}. */
    private final LatestAccesses latest;
    /** How often the thread had waited by then. */
    private final int[] waits;
    /** The latest write likewise: reads after it do not make what it wrote any more final. */
    private final LatestAccesses latestWrite;

    private final BitSet wroteInRegion = new BitSet();
    private final LongOpenHashSet composedPairs = new LongOpenHashSet();
    private final Long2IntOpenHashMap composedShapes = new Long2IntOpenHashMap();
    private final IntArrayList variablesOfShape = new IntArrayList();
    private long leftOut;

    /** {@code needsRead}, {@code needsWrite}: by local kinds, whether a read or a write between them matters. */
    LocalPairs(AccessWalk walk, boolean composed, boolean[] needsRead, boolean[] needsWrite) {
        this.walk = walk;
        this.model = walk.model();
        this.trace = model.trace();
        this.composed = composed;
        this.needsRead = needsRead;
        this.needsWrite = needsWrite;
        this.pairs = new Spans(model);
        this.singles = new Spans(model);
        int variables = trace.variableCount();
        this.latest = new LatestAccesses(variables);
        this.latestWrite = new LatestAccesses(variables);
        this.waits = new int[variables];
        composedShapes.defaultReturnValue(-1);
        walk.restart();
        for (int t = 0; t < model.threadCount(); t++) {
            collectPairs(t);
        }
        walk.restart();
        for (int t = 0; t < model.threadCount() && !wanted.isEmpty(); t++) {
            collectSingles(t);
        }
        pairs.sort(variables);
        singles.sort(variables);
    }

    /** By variable: pairs that an access of another thread can interleave. */
    Spans pairs() {
        return pairs;
    }

    /** By variable: all accesses to variables that have such pairs. */
    Spans singles() {
        return singles;
    }

    /** How often a pair over two regions was left out. */
    long leftOut() {
        return leftOut;
    }

    /** The variables that have such pairs. */
    BitSet wanted() {
        return wanted;
    }

    private void collectSingles(int thread) {
        walk.enter(thread);
        while (walk.next()) {
            int v = walk.variable();
            if (wanted.get(v) && (walk.isWrite() || wantedReads.get(v))) {
                walk.take();
                singles.add(v, walk.end(), walk.handovers(v));
            }
        }
    }

    private void collectPairs(int thread) {
        walk.enter(thread);
        while (walk.next()) {
            walk.take();
            int v = walk.variable();
            boolean known = walk.isKnown();
            if (known && !walk.isProtectedSince(latest.lockChange(v))) {
                pair(v, waits[v] < walk.waits());
            }
            if (!known) {
                latestWrite.clear(v);
            }
            boolean writes = walk.isWrite();
            if (writes) {
                overReads(v);
                latestWrite.put(walk);
            }
            boolean same = known && walk.region() >= 0 && latest.region(v) == walk.region();
            wroteInRegion.set(v, writes || same && wroteInRegion.get(v));
            latest.put(walk);
            waits[v] = walk.waits();
        }
    }

    private void pair(int v, boolean overWait) {
        int kinds = TripleSearch.localKinds(trace.kind(latest.event(v)).isWrite(), walk.isWrite());
        boolean unit = walk.region() >= 0 && latest.region(v) == walk.region();
        if (!needsRead[kinds] && !needsWrite[kinds]
                || !unit && (!composed || overWait || !isCheckThenAct(v) || !isFollowed(v))) {
            return;
        }
        add(v, latest, unit ? UNIT : COMPOSED, needsRead[kinds]);
    }

    /**
     * The second write of a region with only reads of its own since the first: a remote read in between sees a value
     * that is not final, whether or not the region reads it too.
     */
    private void overReads(int v) {
        int write = latestWrite.event(v);
        boolean inRegion = walk.region() >= 0 && latestWrite.region(v) == walk.region();
        if (write >= 0
                && write != latest.event(v)
                && inRegion
                && !walk.isProtectedSince(latestWrite.lockChange(v))
                && needsRead[TripleSearch.localKinds(true, true)]) {
            add(v, latestWrite, UNIT, true);
        }
    }

    private void add(int v, LatestAccesses earlier, int flag, boolean withReads) {
        int profile = walk.profileSince(earlier.lockChange(v));
        if (walk.admits(profile)) {
            walk.add(pairs, v, earlier, v, profile, flag);
            wanted.set(v);
            if (withReads) {
                wantedReads.set(v);
            }
        }
    }

    private boolean isFollowed(int v) {
        long sites = (long) trace.siteOf(latest.event(v)) << 32 | trace.siteOf(walk.event());
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
     * Whether the next region acts on what one region read. Both hold the same lock, which suggests that they belong
     * together; or there is no lock and the variable is volatile. The first region must only read; the second must
     * write something, or at least read the variable at another instruction: repeating the check is no act. A wait in
     * between releases the lock on purpose.
     */
    private boolean isCheckThenAct(int v) {
        if (wroteInRegion.get(v)) {
            return false;
        }
        int here = walk.region();
        int e = walk.event();
        boolean write = walk.isWrite();
        if (here < 0 && latest.region(v) < 0) {
            return write && trace.kind(e).isVolatile();
        }
        return here >= 0
                && latest.region(v) >= 0
                && model.intersection(latest.lockset(v), walk.end().lockset) != 0
                && (write || walk.regions().writes(here) || trace.siteOf(e) != trace.siteOf(latest.event(v)));
    }
}
