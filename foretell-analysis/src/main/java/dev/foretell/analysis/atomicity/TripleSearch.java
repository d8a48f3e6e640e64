// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.atomicity;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.Deadline;
import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AccessWalk;
import dev.foretell.analysis.pattern.Interleaving;
import dev.foretell.analysis.pattern.LocksetProfiles;
import dev.foretell.analysis.pattern.MutationCondition;
import dev.foretell.analysis.pattern.Pattern;
import dev.foretell.analysis.pattern.SpanJoin;
import dev.foretell.analysis.pattern.Spans;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches for patterns of three accesses to one variable by two threads, the first and the last of them consecutive in
 * their thread's accesses to the variable. Pattern files define which of the eight kinds of triple are violations.
 */
public final class TripleSearch {
    /** Local, remote, local; the local ones in one region. */
    public static final AnomalyShape IN_REGION = AnomalyShape.inOrder(List.of(0, 0, 0), List.of(0, 1, 0));
    /** Local, remote, local; the local ones in two regions. */
    public static final AnomalyShape COMPOSED = AnomalyShape.inOrder(List.of(0, 0, 0), List.of(0, 1, 2));

    /** How many pairs of lines of one variable are compared. */
    private static final int MAX_LINE_PAIRS = 200_000;

    /** After so many matches at the same three instructions further variables and threads add nothing. */
    private static final int ENOUGH = 4 * CandidateGroup.KEPT;

    private final String id;
    private final Trace trace;
    private final SourcePlaces places;
    private final boolean[] patterns = new boolean[8];
    private final LocalPairs local;
    private final Spans pairs;
    private final Spans singles;
    private final SpanJoin join;
    private final Deadline deadline;
    private final CandidateGroups groups;
    private final List<String> truncated = new ArrayList<>();
    private final IntArrayList others = new IntArrayList();
    private final Long2IntOpenHashMap matches = new Long2IntOpenHashMap();
    private CandidateGroup current;
    private int cutVariables;

    /** {@code composed}: whether pairs over two regions count too. */
    public TripleSearch(
            String id,
            TraceModel model,
            Regions regions,
            List<Pattern> patterns,
            boolean composed,
            CandidateGroups groups) {
        this.id = id;
        this.trace = model.trace();
        this.places = new SourcePlaces(trace);
        this.deadline = model.deadline();
        this.groups = groups;
        for (Pattern pattern : patterns) {
            if (pattern.shape().equals(IN_REGION)) {
                List<Boolean> writes = pattern.writes();
                this.patterns[number(writes.get(0), writes.get(1), writes.get(2))] = true;
            }
        }
        InterleavingPoints points = new InterleavingPoints(model);
        LocksetProfiles profiles = new LocksetProfiles(model, points);
        boolean[] needsRead = new boolean[4];
        boolean[] needsWrite = new boolean[4];
        for (int i = 0; i < this.patterns.length; i++) {
            boolean[] needs = (i & 2) == 0 ? needsRead : needsWrite;
            needs[localKinds((i & 4) != 0, (i & 1) != 0)] |= this.patterns[i];
        }
        this.local = new LocalPairs(new AccessWalk(model, points, profiles, regions), composed, needsRead, needsWrite);
        this.pairs = local.pairs();
        this.singles = local.singles();
        this.join = new SpanJoin(new MutationCondition(model, points), profiles, pairs, singles);
    }

    /** Fills the candidate groups; gives the number of combinations. */
    public long run() {
        for (int v = local.wanted().nextSetBit(0); v >= 0; v = local.wanted().nextSetBit(v + 1)) {
            deadline.check();
            variable(v);
        }
        groups.dropIfAlso(COMPOSED, IN_REGION);
        if (local.leftOut() > 0) {
            truncated.add(
                    id + ": " + local.leftOut() + " times two regions of a thread that could belong together were left"
                            + " out because the same places were already followed for other variables");
        }
        if (cutVariables > 0) {
            truncated.add(id + ": " + cutVariables + " variables are accessed at so many places by so many threads"
                    + " that only the first " + MAX_LINE_PAIRS + " combinations of places were compared for each");
        }
        if (join.thinned() > 0) {
            truncated.add(id + ": for " + join.thinned() + " combinations of places only a part of the accesses,"
                    + " evenly spread, was compared");
        }
        return join.combinations();
    }

    /** What was left out, a sentence each; known after {@link #run}. */
    public List<String> truncated() {
        return truncated;
    }

    private void variable(int v) {
        others.clear();
        int otherEnd = singles.start(v + 1);
        for (int other = singles.start(v); other < otherEnd; other = singles.lineEnd(other, otherEnd)) {
            others.add(other);
        }
        others.add(otherEnd);
        int compared = 0;
        int end = pairs.start(v + 1);
        for (int from = pairs.start(v), to; from < end; from = to) {
            to = pairs.lineEnd(from, end);
            int thread = pairs.thread(from);
            boolean first = pairs.firstWrites(from);
            boolean last = pairs.lastWrites(from);
            for (int i = 0; i + 1 < others.size(); i++) {
                int other = others.getInt(i);
                if (singles.thread(other) != thread && patterns[number(first, singles.firstWrites(other), last)]) {
                    if (++compared > MAX_LINE_PAIRS) {
                        cutVariables++;
                        return;
                    }
                    compare(v, from, to, other, others.getInt(i + 1));
                }
            }
        }
    }

    private void compare(int v, int from, int to, int other, int otherTo) {
        AnomalyShape shape = pairs.flag(from) == LocalPairs.COMPOSED ? COMPOSED : IN_REGION;
        long instructions = (long) pairs.instructions(from) << 32 | singles.instructions(other);
        if (matches.get(instructions) >= ENOUGH) {
            return;
        }
        current = null;
        deadline.check();
        join.compare(Interleaving.TRIPLE, from, to, other, otherTo, events -> {
            if (current == null) {
                current = groups.of(
                        trace.variableName(v), shape, "", place(events[0]), place(events[1]), place(events[2]));
            }
            current.add(events);
            matches.addTo(instructions, 1);
        });
    }

    private int place(int event) {
        return places.of(trace.siteOf(event));
    }

    /** A number for the kinds of two local accesses. */
    static int localKinds(boolean first, boolean last) {
        return (first ? 2 : 0) + (last ? 1 : 0);
    }

    private static int number(boolean first, boolean second, boolean third) {
        return (first ? 4 : 0) + (second ? 2 : 0) + (third ? 1 : 0);
    }
}
