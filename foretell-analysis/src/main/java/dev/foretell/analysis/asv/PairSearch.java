// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.Deadline;
import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AccessWalk;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.Interleaving;
import dev.foretell.analysis.pattern.LocksetProfiles;
import dev.foretell.analysis.pattern.MutationCondition;
import dev.foretell.analysis.pattern.Pattern;
import dev.foretell.analysis.pattern.SpanJoin;
import dev.foretell.analysis.pattern.Spans;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Searches for patterns of four accesses to two variables by two units of work, each of which accesses both. */
final class PairSearch {
    /** How many combinations of lines of one pair of variables are compared. */
    private static final int MAX_LINE_PAIRS = 20_000;

    /** The form of a pattern of four events: (a, b) is the first unit of work, (c, d) the other one. */
    private record Form(Interleaving interleaving, boolean sameDirection, boolean outerWrites, boolean innerWrites) {}

    private final Trace trace;
    private final SourcePlaces places;
    private final Set<Form> forms = new HashSet<>();
    private final UnitPairs units;
    private final Spans outer;
    private final Spans inner;
    private final SpanJoin join;
    private final CandidateGroups groups;
    private final Deadline deadline;
    private int cutPairs;

    PairSearch(
            TraceModel model, Regions regions, List<Pattern> patterns, List<AtomicSet> sets, CandidateGroups groups) {
        this.trace = model.trace();
        this.places = new SourcePlaces(trace);
        this.groups = groups;
        this.deadline = model.deadline();
        for (Pattern pattern : patterns) {
            for (Interleaving interleaving : List.of(Interleaving.NESTED, Interleaving.ALTERNATING)) {
                for (boolean same : new boolean[] {true, false}) {
                    addForm(pattern, interleaving, same);
                }
            }
        }
        InterleavingPoints points = new InterleavingPoints(model);
        LocksetProfiles profiles = new LocksetProfiles(model, points);
        this.units = new UnitPairs(new AccessWalk(model, points, profiles, regions), sets);
        this.outer = units.outer();
        this.inner = units.inner();
        this.join = new SpanJoin(new MutationCondition(model, points), profiles, outer, inner);
    }

    private void addForm(Pattern pattern, Interleaving interleaving, boolean same) {
        if (!pattern.shape().equals(shape(interleaving, same, false, false))) {
            return;
        }
        boolean outerWrites = pattern.writes().get(0);
        boolean innerWrites = pattern.writes().get(1);
        int end = interleaving == Interleaving.NESTED ? 3 : 2;
        if (pattern.writes().get(end) == outerWrites && pattern.writes().get(5 - end) == innerWrites) {
            forms.add(new Form(interleaving, same, outerWrites, innerWrites));
        }
    }

    long run() {
        for (int pair = 0; pair < units.pairCount(); pair++) {
            deadline.check();
            pair(pair);
        }
        for (boolean same : new boolean[] {true, false}) {
            AnomalyShape plain = shape(Interleaving.NESTED, same, false, false);
            groups.dropIfAlso(shape(Interleaving.NESTED, same, true, false), plain);
            groups.dropIfAlso(shape(Interleaving.NESTED, same, false, true), plain);
            groups.dropIfAlso(shape(Interleaving.NESTED, same, true, true), plain);
        }
        return join.combinations();
    }

    List<String> truncated() {
        List<String> truncated = new ArrayList<>();
        if (units.leftOut() > 0) {
            truncated.add("asv: " + units.leftOut() + " times a pair of variables was left out because many others were"
                    + " already followed at the same places");
        }
        if (cutPairs > 0) {
            truncated.add("asv: for " + cutPairs + " pairs of variables only the first " + MAX_LINE_PAIRS
                    + " combinations of places were compared");
        }
        if (join.thinned() > 0) {
            truncated.add("asv: for " + join.thinned() + " combinations of places only a part of the accesses, evenly"
                    + " spread, was compared");
        }
        return truncated;
    }

    private void pair(int pair) {
        int compared = 0;
        int end = outer.start(pair + 1);
        int otherEnd = inner.start(pair + 1);
        for (int from = outer.start(pair), to; from < end; from = to) {
            to = outer.lineEnd(from, end);
            for (int other = inner.start(pair), otherTo; other < otherEnd; other = otherTo) {
                otherTo = inner.lineEnd(other, otherEnd);
                if (outer.thread(from) == inner.thread(other)) {
                    continue;
                }
                if (++compared > MAX_LINE_PAIRS) {
                    cutPairs++;
                    return;
                }
                compare(Interleaving.NESTED, from, to, other, otherTo);
                if (!isComposed(outer, from) && !isComposed(inner, other)) {
                    compare(Interleaving.ALTERNATING, from, to, other, otherTo);
                }
            }
        }
    }

    private static boolean isComposed(Spans spans, int group) {
        return (spans.flag(group) & UnitPairs.COMPOSED) != 0;
    }

    private void compare(Interleaving interleaving, int from, int to, int other, int otherTo) {
        boolean same = ((outer.flag(from) ^ inner.flag(other)) & UnitPairs.REVERSED) == 0;
        Form form = new Form(
                interleaving,
                same,
                trace.kind(outer.firstA(from)).isWrite(),
                trace.kind(inner.firstA(other)).isWrite());
        if (!forms.contains(form)) {
            return;
        }
        AnomalyShape shape = shape(interleaving, same, isComposed(outer, from), isComposed(inner, other));
        CandidateGroup[] group = new CandidateGroup[1];
        join.compare(interleaving, from, to, other, otherTo, events -> {
            if (group[0] == null) {
                int[] at = Arrays.stream(events)
                        .map(e -> places.of(trace.siteOf(e)))
                        .toArray();
                group[0] = groups.of(names(events), shape, "", at);
            }
            group[0].add(events);
        });
    }

    private String names(int[] events) {
        return Arrays.stream(events)
                .mapToObj(e -> trace.variableName(trace.target(e)))
                .sorted()
                .distinct()
                .toList()
                .toString();
    }

    /** {@code sameDirection}: both units access the two variables in the same order. */
    private static AnomalyShape shape(
            Interleaving interleaving, boolean sameDirection, boolean outerComposed, boolean innerComposed) {
        int c = sameDirection ? 0 : 1;
        if (interleaving == Interleaving.ALTERNATING) {
            return AnomalyShape.inOrder(List.of(0, c, 1, 1 - c), List.of(0, 1, 0, 1));
        }
        int d = innerComposed ? 2 : 1;
        int b = outerComposed ? d + 1 : 0;
        return AnomalyShape.inOrder(List.of(0, c, 1 - c, 1), List.of(0, 1, d, b));
    }
}
