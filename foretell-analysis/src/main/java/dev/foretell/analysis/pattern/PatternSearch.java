// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.HeldLocks;
import dev.foretell.analysis.model.InterleavingPoints;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import java.util.Arrays;
import java.util.List;

/**
 * Searches for any pattern (PECAN section 5.2, first paragraph): assigns events to the pattern's places by
 * backtracking, places with few choices first. An event of a region already chosen is searched in that region; one on a
 * variable already chosen, among the accesses to it; only the rest, in the whole trace. Of equivalent accesses
 * ({@link Spans}) the first and the last are tried. Every choice is checked against the mutation condition at once.
 *
 * <p>The cost depends on the pattern; a number of steps bounds it, see {@link #wasCut}.
 */
final class PatternSearch {
    /** How many choices are tried for one pattern. */
    private static final int MAX_STEPS = 3_000_000;
    /** How many events of a region are tried after the one already chosen. */
    private static final int MAX_REGION = 2048;

    private static final int NOTHING = -1;

    private final TraceModel model;
    private final Trace trace;
    private final Regions regions;
    private final VariableSharing variables;
    private final MutationCondition condition;
    private final SourcePlaces places;
    private final Spans accesses;
    private final CandidateGroups groups;

    private Pattern pattern;
    private int[] plan;
    private int[] chosen;
    private int[] threadOf;
    private int[] variableOf;
    private int[] regionOf;
    private int steps;
    private long matches;

    PatternSearch(TraceModel model, Regions regions, CandidateGroups groups) {
        this.model = model;
        this.trace = model.trace();
        this.regions = regions;
        this.groups = groups;
        this.variables = new VariableSharing(model);
        this.condition = new MutationCondition(model, new InterleavingPoints(model));
        this.places = new SourcePlaces(trace);
        this.accesses = new Spans(model);
        int[] turn = new int[trace.variableCount()];
        for (int t = 0; t < model.threadCount(); t++) {
            collect(t, turn);
        }
        accesses.sort(trace.variableCount());
    }

    private void collect(int thread, int[] turn) {
        HeldLocks.Cursor locksets = model.locksets(thread);
        HappensBefore.Cursor segments = model.segments(thread);
        Spans.End end = new Spans.End();
        int length = model.length(thread);
        for (int p = 0; p < length; p++) {
            int e = model.event(thread, p);
            if (variables.counts(e) && variables.isShared(trace.target(e))) {
                int v = trace.target(e);
                turn[v] += variables.isHandover(e) ? 1 : 0;
                end.set(e, locksets.at(p), segments.at(p));
                accesses.add(v, end, turn[v]);
            }
        }
    }

    /** Fills the candidate groups with the matches of one pattern; gives their number. */
    long search(Pattern wanted) {
        pattern = wanted;
        plan = plan(wanted);
        chosen = new int[wanted.size()];
        Arrays.fill(chosen, NOTHING);
        threadOf = filled(wanted.threadCount());
        variableOf = filled(wanted.variableCount());
        regionOf = filled(wanted.regionCount());
        steps = 0;
        matches = 0;
        extend(0);
        return matches;
    }

    /** Whether the last search ended before it was complete. */
    boolean wasCut() {
        return steps > MAX_STEPS;
    }

    /**
     * In which order the places of a pattern get their events: after the first one those of the same region, then those
     * on the same variables, then the rest; within a region in its order.
     */
    private static int[] plan(Pattern pattern) {
        int[] plan = new int[pattern.size()];
        boolean[] done = new boolean[plan.length];
        for (int n = 0; n < plan.length; n++) {
            int best = NOTHING;
            int bestRank = -1;
            for (int i = 0; i < plan.length; i++) {
                int rank = done[i] ? -1 : rank(pattern, i, plan, n);
                if (rank > bestRank) {
                    best = i;
                    bestRank = rank;
                }
            }
            plan[n] = best;
            done[best] = true;
        }
        return plan;
    }

    private static int rank(Pattern pattern, int i, int[] plan, int planned) {
        int rank = 0;
        for (int n = 0; n < planned; n++) {
            int j = plan[n];
            rank |= pattern.regions().get(i).equals(pattern.regions().get(j)) ? 4 : 0;
            rank |= pattern.variables().get(i).equals(pattern.variables().get(j)) ? 2 : 0;
            rank |= pattern.threads().get(i).equals(pattern.threads().get(j)) ? 1 : 0;
        }
        return rank;
    }

    private void extend(int n) {
        model.deadline().check();
        if (n == plan.length) {
            report();
            return;
        }
        int place = plan[n];
        int region = regionOf[pattern.regions().get(place)];
        int variable = variableOf[pattern.variables().get(place)];
        if (region != NOTHING) {
            if (region < regions.count()) {
                inRegion(n, place, region);
            }
        } else if (variable != NOTHING) {
            onVariable(n, place, variable);
        } else {
            for (int v = 0; v < trace.variableCount() && steps <= MAX_STEPS; v++) {
                onVariable(n, place, v);
            }
        }
    }

    private void inRegion(int n, int place, int region) {
        int thread = regions.thread(region);
        int from = regions.start(region);
        for (int i = 0; i < place; i++) {
            if (chosen[i] != NOTHING
                    && pattern.regions().get(i).equals(pattern.regions().get(place))) {
                from = model.position(chosen[i]) + 1;
            }
        }
        int to = Math.min(regions.end(region), from + MAX_REGION);
        for (int p = from; p < to && steps <= MAX_STEPS; p++) {
            attempt(n, place, model.event(thread, p));
        }
    }

    private void onVariable(int n, int place, int variable) {
        int end = accesses.start(variable + 1);
        for (int group = accesses.start(variable); group < end && steps <= MAX_STEPS; group++) {
            attempt(n, place, accesses.firstA(group));
            if (accesses.lastA(group) != accesses.firstA(group)) {
                attempt(n, place, accesses.lastA(group));
            }
        }
    }

    /** Assigns an event to a place, continues from there, and backtracks. */
    private void attempt(int n, int place, int event) {
        steps++;
        if (!variables.counts(event)
                || trace.kind(event).isWrite() != pattern.writes().get(place)
                || !variables.isShared(trace.target(event))) {
            return;
        }
        int thread = pattern.threads().get(place);
        int variable = pattern.variables().get(place);
        int region = pattern.regions().get(place);
        boolean newThread = threadOf[thread] == NOTHING;
        boolean newVariable = variableOf[variable] == NOTHING;
        boolean newRegion = regionOf[region] == NOTHING;
        if (agrees(threadOf, thread, trace.thread(event))
                && agrees(variableOf, variable, trace.target(event))
                && agrees(regionOf, region, unit(event))
                && isPossible(place, event)) {
            threadOf[thread] = trace.thread(event);
            variableOf[variable] = trace.target(event);
            regionOf[region] = unit(event);
            chosen[place] = event;
            extend(n + 1);
            chosen[place] = NOTHING;
            threadOf[thread] = newThread ? NOTHING : threadOf[thread];
            variableOf[variable] = newVariable ? NOTHING : variableOf[variable];
            regionOf[region] = newRegion ? NOTHING : regionOf[region];
        }
    }

    /** Its region, or a number of its own outside of regions. */
    private int unit(int event) {
        int region = regions.of(event);
        return region >= 0 ? region : regions.count() + event;
    }

    /** Whether a name can be bound to this: it is already, or it is unbound and no other name is bound to this. */
    private static boolean agrees(int[] meanings, int name, int meaning) {
        if (meanings[name] != NOTHING) {
            return meanings[name] == meaning;
        }
        for (int other : meanings) {
            if (other == meaning) {
                return false;
            }
        }
        return true;
    }

    private boolean isPossible(int place, int event) {
        for (int i = 0; i < chosen.length; i++) {
            int other = chosen[i];
            if (other == NOTHING) {
                continue;
            }
            boolean wrong = pattern.together()
                    ? !condition.together(other, event)
                    : i < place ? !condition.inOrder(other, event) : !condition.inOrder(event, other);
            if (wrong) {
                return false;
            }
        }
        return true;
    }

    private void report() {
        int[] events = chosen.clone();
        if (pattern.together() || condition.inOrder(events)) {
            matches++;
            List<String> names = Arrays.stream(events)
                    .mapToObj(e -> trace.variableName(trace.target(e)))
                    .sorted()
                    .distinct()
                    .toList();
            int[] at =
                    Arrays.stream(events).map(e -> places.of(trace.siteOf(e))).toArray();
            groups.of(names.toString(), pattern.shape(), pattern.name(), at).add(events);
        }
    }

    private static int[] filled(int size) {
        int[] column = new int[size];
        Arrays.fill(column, NOTHING);
        return column;
    }
}
