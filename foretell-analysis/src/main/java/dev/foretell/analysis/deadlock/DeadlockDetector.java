// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.deadlock;

import dev.foretell.analysis.deadlock.NestedAcquires.Line;
import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Cycles of acquires by different threads, each of a lock that the next thread holds, with no common lock held (a gate
 * lock would exclude the deadlock) and no happens-before order between them. A shared acquire is blocked only by an
 * exclusive holder, and a lock that both share is no gate lock. Cycles of any length, short ones first; merged by the
 * places and the names of the locks.
 */
public final class DeadlockDetector implements Detector {
    private static final int MAX_STEPS = 2_000_000;

    @Override
    public Detection detect(TraceModel model) {
        return new Search(model).run();
    }

    private static final class Search {
        private final TraceModel model;
        private final Trace trace;
        private final SourcePlaces places;
        private final Map<Integer, List<Line>> holding = new HashMap<>();
        private final List<Line> lines;
        private final Map<String, CandidateGroup> groups = new LinkedHashMap<>();
        private final Deque<Line> path = new ArrayDeque<>();
        private long combinations;
        private int steps;

        Search(TraceModel model) {
            this.model = model;
            this.trace = model.trace();
            this.places = new SourcePlaces(trace);
            this.lines = new NestedAcquires(model).lines();
            for (Line line : lines) {
                for (int lock : model.locks(line.held())) {
                    holding.computeIfAbsent(lock, k -> new ArrayList<>()).add(line);
                }
            }
        }

        Detection run() {
            long threads = lines.stream().mapToInt(Line::thread).distinct().count();
            for (int length = 2; length <= threads && steps <= MAX_STEPS; length++) {
                for (Line line : lines) {
                    path.addLast(line);
                    extend(length);
                    path.removeLast();
                }
            }
            List<String> truncated = steps > MAX_STEPS
                    ? List.of("deadlock: the search for cycles of locks ended after " + MAX_STEPS + " steps")
                    : List.of();
            return new Detection(List.copyOf(groups.values()), combinations, truncated);
        }

        /** The first line of a path has the smallest thread, so that each cycle is found once. */
        private void extend(int length) {
            Line first = path.getFirst();
            for (Line next : holding.getOrDefault(path.getLast().lock(), List.of())) {
                if (++steps > MAX_STEPS) {
                    return;
                }
                model.deadline().check();
                if (next.thread() <= first.thread() || !blocks(next, path.getLast()) || !fits(next)) {
                    continue;
                }
                path.addLast(next);
                if (path.size() < length) {
                    extend(length);
                } else if (blocks(first, next)) {
                    report();
                }
                path.removeLast();
            }
        }

        private boolean fits(Line next) {
            for (Line line : path) {
                if (line.thread() == next.thread() || !model.disjoint(line.held(), next.held())) {
                    return false;
                }
            }
            return true;
        }

        private boolean blocks(Line holder, Line acquirer) {
            return model.blocks(holder.held(), acquirer.lock(), acquirer.share());
        }

        private void report() {
            Line[] cycle = path.toArray(Line[]::new);
            int[] events = new int[cycle.length];
            choose(cycle, 0, events);
        }

        private void choose(Line[] cycle, int i, int[] events) {
            if (i == cycle.length) {
                combinations++;
                groups.computeIfAbsent(key(cycle), k -> new CandidateGroup(AnomalyShape.lockCycle(cycle.length)))
                        .add(events.clone());
                return;
            }
            IntArrayList own = cycle[i].events();
            int step = 1 + (own.size() - 1) / CandidateGroup.KEPT;
            for (int j = 0; j < own.size() && ++steps <= MAX_STEPS; j += step) {
                events[i] = own.getInt(j);
                if (unordered(events, i)) {
                    choose(cycle, i + 1, events);
                }
            }
        }

        private boolean unordered(int[] events, int last) {
            for (int i = 0; i < last; i++) {
                if (!model.unordered(events[i], events[last])) {
                    return false;
                }
            }
            return true;
        }

        private String key(Line[] cycle) {
            TreeSet<String> parts = new TreeSet<>();
            for (Line line : cycle) {
                parts.add(places.of(line.site()) + " " + trace.lockName(line.lock()));
            }
            return parts.toString();
        }
    }
}
