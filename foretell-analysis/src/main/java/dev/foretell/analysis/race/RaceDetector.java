// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pairs of plain accesses to one variable by two threads, one a write, that hold no common lock and are not ordered
 * (PECAN's Algorithm 1, whose printed {@code !=} must read {@code ==}: no common lock). Merged by the name of the
 * variable and the two places.
 *
 * <p>Accesses of one thread at one site with one lockset form a line in time, cut into groups ({@link AccessGroups}).
 * For a group of one line the groups of another that happen before it are a prefix, those after it a suffix; the
 * unordered ones are found by bisection. So the cost is close to linear in the groups, never quadratic in the accesses.
 *
 * <p>A sample of these misses races of a long loop in each thread, of which only accesses at a thread change can race.
 * {@link ShbRaces} finds exactly these, and they are tried first.
 */
public final class RaceDetector implements Detector {
    /** How many pairs of lines of one variable are compared. */
    private static final int MAX_LINE_PAIRS = 200_000;
    /** How many groups of a line are compared with another line. */
    private static final int MAX_GROUPS = 4096;

    @Override
    public Detection detect(TraceModel model) {
        return new Search(model).run();
    }

    private static final class Search {
        private final TraceModel model;
        private final Trace trace;
        private final AccessGroups groups;
        private final SourcePlaces places;
        private final boolean[] unprotected;
        private final Map<String, Integer> names = new HashMap<>();
        private final List<Long2ObjectOpenHashMap<CandidateGroup>> candidatesByName = new ArrayList<>();
        private final List<CandidateGroup> candidates = new ArrayList<>();
        private final IntArrayList lines = new IntArrayList();
        private final IntArrayList blocks = new IntArrayList();
        private long combinations;
        private int compared;
        private int cutVariables;
        private int thinnedLines;

        Search(TraceModel model) {
            this.model = model;
            this.trace = model.trace();
            this.unprotected = UnprotectedVariables.variables(model);
            this.groups = new AccessGroups(model, unprotected);
            this.places = new SourcePlaces(trace);
        }

        Detection run() {
            for (int v = 0; v < trace.variableCount(); v++) {
                if (groups.start(v + 1) - groups.start(v) > 1) {
                    model.deadline().check();
                    variable(v);
                }
            }
            if (groups.count() > 0) {
                ShbRaces.find(model, unprotected, this::addShbRace);
            }
            List<String> truncated = new ArrayList<>();
            if (cutVariables > 0) {
                truncated.add("race: " + cutVariables + " variables are accessed at so many places by so many threads"
                        + " that only the first " + MAX_LINE_PAIRS + " pairs of places were compared for each");
            }
            if (thinnedLines > 0) {
                truncated.add("race: for " + thinnedLines + " pairs of places only " + MAX_GROUPS
                        + " of the accesses, evenly spread, were compared");
            }
            return new Detection(candidates, combinations, truncated);
        }

        private void variable(int v) {
            lines.clear();
            blocks.clear();
            int end = groups.start(v + 1);
            for (int i = groups.start(v); i < end; i++) {
                boolean first = i == groups.start(v);
                if (first || groups.lockset(i - 1) != groups.lockset(i)) {
                    blocks.add(lines.size());
                }
                if (first || !sameLine(i - 1, i)) {
                    lines.add(i);
                }
            }
            blocks.add(lines.size());
            lines.add(end);
            compared = 0;
            for (int a = 0; a + 1 < blocks.size(); a++) {
                for (int b = a; b + 1 < blocks.size(); b++) {
                    if (model.disjoint(lockset(a), lockset(b)) && !blocks(v, a, b)) {
                        cutVariables++;
                        return;
                    }
                }
            }
        }

        /** Lines with the same lockset form a block. */
        private int lockset(int block) {
            return groups.lockset(lines.getInt(blocks.getInt(block)));
        }

        /** Compares the lines of two blocks; false when there are too many. */
        private boolean blocks(int v, int block, int otherBlock) {
            for (int a = blocks.getInt(block); a < blocks.getInt(block + 1); a++) {
                int group = lines.getInt(a);
                int from = block == otherBlock ? a + 1 : blocks.getInt(otherBlock);
                for (int b = from; b < blocks.getInt(otherBlock + 1); b++) {
                    int other = lines.getInt(b);
                    if (groups.thread(group) != groups.thread(other)
                            && (groups.isWrite(group) || groups.isWrite(other))) {
                        if (++compared > MAX_LINE_PAIRS) {
                            return false;
                        }
                        compare(v, a, b);
                    }
                }
            }
            return true;
        }

        private boolean sameLine(int group, int other) {
            return groups.thread(group) == groups.thread(other)
                    && groups.key(group) == groups.key(other)
                    && groups.lockset(group) == groups.lockset(other);
        }

        private void compare(int v, int a, int b) {
            model.deadline().check();
            CandidateGroup candidate = null;
            int from = lines.getInt(a);
            int to = lines.getInt(a + 1);
            int step = 1 + (to - from - 1) / MAX_GROUPS;
            thinnedLines += step > 1 ? 1 : 0;
            for (int group = from; group < to; group += step) {
                int low = firstNotBefore(group, lines.getInt(b), lines.getInt(b + 1));
                int high = firstAfter(group, low, lines.getInt(b + 1));
                if (low < high) {
                    combinations += high - low;
                    candidate = sample(v, group, low, high, candidate);
                }
            }
        }

        /** Adds pairs of one group with up to eight of the groups it is unordered with. */
        private CandidateGroup sample(int v, int group, int low, int high, CandidateGroup known) {
            CandidateGroup candidate = known;
            int step = 1 + (high - low - 1) / 8;
            for (int other = low; other < high; other += step) {
                candidate = candidate == null ? candidate(v, groups.site(group), groups.site(other)) : candidate;
                add(candidate, group, other);
            }
            return candidate;
        }

        private void add(CandidateGroup candidate, int group, int other) {
            pair(candidate, groups.first(group), groups.first(other));
            boolean several = groups.first(group) != groups.last(group);
            boolean otherSeveral = groups.first(other) != groups.last(other);
            if (several) {
                pair(candidate, groups.last(group), groups.first(other));
            }
            if (otherSeveral) {
                pair(candidate, groups.first(group), groups.last(other));
            }
            if (several && otherSeveral) {
                pair(candidate, groups.last(group), groups.last(other));
            }
        }

        private void pair(CandidateGroup candidate, int e, int other) {
            candidate.add(Math.min(e, other), Math.max(e, other));
        }

        /** SHB races are feasible in the recorded order. */
        private void addShbRace(int earlier, int later) {
            candidate(trace.target(later), trace.siteOf(earlier), trace.siteOf(later))
                    .addProven(earlier, later);
        }

        private CandidateGroup candidate(int v, int site, int otherSite) {
            int name = names.computeIfAbsent(trace.variableName(v), k -> {
                candidatesByName.add(new Long2ObjectOpenHashMap<>());
                return candidatesByName.size() - 1;
            });
            int place = places.of(site);
            int otherPlace = places.of(otherSite);
            long slot = (long) Math.min(place, otherPlace) << 32 | Math.max(place, otherPlace);
            CandidateGroup candidate = candidatesByName.get(name).get(slot);
            if (candidate == null) {
                candidate = new CandidateGroup(AnomalyShape.RACE);
                candidatesByName.get(name).put(slot, candidate);
                candidates.add(candidate);
            }
            return candidate;
        }

        /** The first place of a line whose group is not ordered before the given group. */
        private int firstNotBefore(int group, int from, int to) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (groups.isBefore(middle, group)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** The first place of a line whose group is ordered after the given group. */
        private int firstAfter(int group, int from, int to) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (groups.isBefore(group, middle)) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }
    }
}
