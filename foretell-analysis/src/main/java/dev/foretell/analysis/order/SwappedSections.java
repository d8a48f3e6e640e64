// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.SourcePlaces;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.clip.AnomalyShape;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Critical sections of one lock by different threads, ordered only by the lock: the later one is reordered first. The
 * pattern is (later section is entered, earlier section is about to be entered).
 *
 * <p>There are as many pairs as lock hand-overs, and most of them are harmless. Of each pair of places two are tried:
 * the closest, where one section is swapped with another; and the farthest, where a section is swapped with all
 * sections of the other thread there. Pairs with conflicting accesses come first, and not more than
 * {@link #MAX_GROUPS}.
 */
final class SwappedSections {
    /** One section is swapped with another. */
    static final String NEAR = "lock-lock";
    /** All sections of a place are swapped with all of another. */
    static final String FAR = "locks-locks";

    private static final int MAX_GROUPS = 24;
    /** Threads times places on one lock; the pairs are visited each time one of them is entered. */
    private static final int MAX_LINES = 48;
    /** How far into a section conflicts are searched. */
    private static final int MAX_LOOK = 2000;

    private static final AnomalyShape SHAPE = LostNotifications.SHAPE;

    private final TraceModel model;
    private final Trace trace;
    private final CandidateGroups groups;
    private final List<String> truncated;
    private final SourcePlaces places;
    private final Map<String, Pair> pairs = new LinkedHashMap<>();
    private boolean crowded;

    SwappedSections(TraceModel model, CandidateGroups groups, List<String> truncated) {
        this.model = model;
        this.trace = model.trace();
        this.groups = groups;
        this.truncated = truncated;
        this.places = new SourcePlaces(trace);
    }

    /** The sections of one thread at one place on one lock. */
    private static final class Line {
        final int thread;
        final int place;
        final int first;
        int last;

        Line(int thread, int place, int first) {
            this.thread = thread;
            this.place = place;
            this.first = first;
            this.last = first;
        }
    }

    /** Two sections by their entries, {@code earlier} the one recorded first. */
    private record Pair(int earlier, int later, String lock, String label) {
        int span() {
            return later - earlier;
        }
    }

    /** Returns how many pairs of places there are, twice when near and far differ. */
    long find() {
        Int2ObjectOpenHashMap<List<Line>> locks = new Int2ObjectOpenHashMap<>();
        for (int e = 0; e < trace.size(); e++) {
            model.deadline().check();
            if (trace.kind(e) == EventKind.ACQUIRE && !model.insideInitialiser(e)) {
                enter(e, locks.computeIfAbsent(trace.target(e), k -> new ArrayList<>()));
            }
        }
        locks.values().forEach(this::farthest);
        keepTheBest();
        if (crowded) {
            truncated.add("order: on locks that are acquired at more than " + MAX_LINES
                    + " places by threads, the others were left out");
        }
        return pairs.size();
    }

    private void enter(int acquire, List<Line> lines) {
        int place = places.of(trace.siteOf(acquire));
        Line own = null;
        for (Line line : lines) {
            if (line.thread == trace.thread(acquire)) {
                own = line.place == place ? line : own;
            } else if (isSwappable(line.last, acquire)) {
                offer(line.last, acquire, NEAR);
            }
        }
        if (own != null) {
            own.last = acquire;
        } else if (lines.size() < MAX_LINES) {
            lines.add(new Line(trace.thread(acquire), place, acquire));
        } else {
            crowded = true;
        }
    }

    private void farthest(List<Line> lines) {
        for (Line one : lines) {
            for (Line other : lines) {
                if (one.thread != other.thread && one.first < other.last && isSwappable(one.first, other.last)) {
                    offer(one.first, other.last, FAR);
                }
            }
        }
    }

    /** The re-acquire of a wait follows a notify, which is reordered by LostNotifications. */
    private boolean isSwappable(int earlier, int later) {
        return !model.isReacquire(later) && !model.happensBefore(entry(earlier), later);
    }

    private void offer(int earlier, int later, String label) {
        String lock = trace.lockName(trace.target(earlier));
        int before = places.of(trace.siteOf(earlier));
        int after = places.of(trace.siteOf(later));
        String key = label + ' ' + before + ' ' + after + ' ' + lock;
        Pair pair = new Pair(earlier, later, lock, label);
        Pair known = pairs.get(key);
        boolean better =
                known == null || (label.equals(NEAR) ? pair.span() < known.span() : pair.span() > known.span());
        if (better) {
            pairs.put(key, pair);
        }
    }

    private void keepTheBest() {
        List<Pair> best = new ArrayList<>();
        for (Map.Entry<String, Pair> entry : pairs.entrySet()) {
            Pair pair = entry.getValue();
            Pair near = pairs.get(NEAR + entry.getKey().substring(pair.label().length()));
            boolean same = near != null && near != pair && near.earlier == pair.earlier && near.later == pair.later;
            if (!same) {
                best.add(pair);
            }
        }
        best.sort(Comparator.comparing((Pair pair) -> !conflict(pair.earlier, pair.later)));
        if (best.size() > MAX_GROUPS) {
            truncated.add("order: of " + best.size() + " pairs of critical sections that could be swapped, "
                    + MAX_GROUPS + " are tried");
        }
        for (Pair pair : best.subList(0, Math.min(MAX_GROUPS, best.size()))) {
            int before = places.of(trace.siteOf(pair.later));
            int after = places.of(trace.siteOf(entry(pair.earlier)));
            groups.of(pair.lock, SHAPE, pair.label, before, after).closely().add(pair.later, entry(pair.earlier));
        }
    }

    /** The event before which a thread is stopped: its acquire, or for a re-acquire the end of its wait. */
    private int entry(int acquire) {
        return model.isReacquire(acquire) ? model.event(trace.thread(acquire), model.position(acquire) - 1) : acquire;
    }

    private boolean conflict(int acquire, int other) {
        IntOpenHashSet read = new IntOpenHashSet();
        IntOpenHashSet written = new IntOpenHashSet();
        for (int e = acquire; e >= 0 && isInside(e, acquire); e = model.next(e)) {
            if (trace.kind(e).isAccess()) {
                (trace.kind(e).isWrite() ? written : read).add(trace.target(e));
            }
        }
        for (int e = other; e >= 0 && isInside(e, other); e = model.next(e)) {
            boolean shared = trace.kind(e).isAccess()
                    && (written.contains(trace.target(e)) || trace.kind(e).isWrite() && read.contains(trace.target(e)));
            if (shared) {
                return true;
            }
        }
        return false;
    }

    private boolean isInside(int e, int acquire) {
        int release = model.partner(acquire);
        return (release < 0 || e <= release) && model.position(e) - model.position(acquire) < MAX_LOOK;
    }
}
