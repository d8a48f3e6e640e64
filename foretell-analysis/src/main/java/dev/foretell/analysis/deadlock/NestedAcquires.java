// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.deadlock;

import dev.foretell.analysis.model.HappensBefore;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The acquires of a thread that holds other locks, merged: same thread, lock, mode, held locks and site. Of each
 * segment (see {@link HappensBefore}) the first and the last acquire are kept. A tryLock does not block forever, so it
 * is left out; a lock that it has acquired is held as any other lock.
 */
final class NestedAcquires {
    /**
     * Acquires that differ only in time.
     *
     * @param lock the lock that is acquired
     * @param share whether the acquire is shared
     * @param held the set of locks held before
     * @param events the first and last of each segment, ascending
     */
    record Line(int thread, int lock, boolean share, int held, int site, IntArrayList events) {}

    private final List<Line> lines = new ArrayList<>();

    private record Key(int lock, boolean share, int held, int site) {}

    /** A line under construction, and how many of its events are of its latest segment. */
    private static final class LineBuilder {
        final Line line;
        int segment = -1;
        int ofSegment;

        LineBuilder(Line line) {
            this.line = line;
        }

        void add(int event, int now) {
            ofSegment = now == segment ? ofSegment + 1 : 1;
            segment = now;
            if (ofSegment > 2) {
                line.events().set(line.events().size() - 1, event);
            } else {
                line.events().add(event);
            }
        }
    }

    /** One instruction, which has a site for each kind of event that it can record. */
    private record Place(String className, String method, int offset, String file, int line) {
        static Place of(Site site) {
            return new Place(site.className(), site.method(), site.offset(), site.sourceFile(), site.line());
        }
    }

    /** By site: whether its instruction is a tryLock. */
    private final boolean[] tries;

    NestedAcquires(TraceModel model) {
        tries = tries(model.trace());
        for (int t = 0; t < model.threadCount(); t++) {
            collect(model, t);
        }
    }

    private static boolean[] tries(Trace trace) {
        Set<Place> places = new HashSet<>();
        for (int site = 0; site < trace.siteCount(); site++) {
            if (trace.site(site).op() == EventKind.TRY_ACQUIRE_FAILED) {
                places.add(Place.of(trace.site(site)));
            }
        }
        boolean[] tries = new boolean[trace.siteCount()];
        for (int site = 0; site < tries.length && !places.isEmpty(); site++) {
            tries[site] = places.contains(Place.of(trace.site(site)));
        }
        return tries;
    }

    private void collect(TraceModel model, int thread) {
        Trace trace = model.trace();
        HappensBefore.Cursor segments = model.segments(thread);
        Map<Key, LineBuilder> own = new LinkedHashMap<>();
        for (int p = 1; p < model.length(thread); p++) {
            int e = model.event(thread, p);
            EventKind kind = trace.kind(e);
            if (!kind.isAcquire() || model.isReacquire(e) || model.insideInitialiser(e)) {
                continue;
            }
            Key key = new Key(trace.target(e), kind.isShared(), model.otherLocks(e), trace.siteOf(e));
            if (key.held() != 0 && !tries[key.site()]) {
                own.computeIfAbsent(
                                key,
                                k -> new LineBuilder(
                                        new Line(thread, k.lock(), k.share(), k.held(), k.site(), new IntArrayList())))
                        .add(e, segments.at(p));
            }
        }
        own.values().forEach(growing -> lines.add(growing.line));
    }

    List<Line> lines() {
        return lines;
    }
}
