// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The races observed so far: each pair of sites is reported once, at once, and counted from then on; reported again
 * only when a stack that was missing is known.
 */
final class ReportedRaces {
    /** The most pairs of sites that are reported; of a program with more, further ones are of no use. */
    private static final int MOST = 10_000;
    /** Attempts to observe a pair again with both stacks. */
    private static final int MOST_QUERIES = 1_000;

    private final SiteActions siteActions;
    private final WatchLog log;
    /** Guarded by itself, with its elements. */
    private final Map<Long, Pair> pairs = new HashMap<>();

    private int last;

    private static final class Pair {
        /** 0 until it is observed. */
        int number;

        boolean complete;
        int queries;
        long times;
    }

    ReportedRaces(SiteActions siteActions, WatchLog log) {
        this.siteActions = siteActions;
        this.log = log;
    }

    private static long key(int site, int other) {
        return (long) Math.min(site, other) << AccessWord.SITE_SHIFT | Math.max(site, other);
    }

    private Pair pair(int site, int other) {
        long key = key(site, other);
        Pair pair = pairs.get(key);
        if (pair == null && pairs.size() < MOST) {
            pair = new Pair();
            pairs.put(key, pair);
            if (pairs.size() == MOST) {
                log.add(
                        WatchLine.NOTE,
                        "Races between more than " + MOST + " pairs of places: further ones are not reported.");
            }
        }
        return pair;
    }

    /** Whether a pair of sites should be observed again. */
    boolean wants(int site, int other) {
        synchronized (pairs) {
            Pair pair = pair(site, other);
            return pair != null && !pair.complete && pair.queries++ < MOST_QUERIES;
        }
    }

    /** Whether the stacks of this pair are known. */
    boolean isComplete(int site, int other) {
        synchronized (pairs) {
            Pair pair = pairs.get(key(site, other));
            return pair != null && pair.complete;
        }
    }

    /** Two accesses overlapped; the spots may be null when the pair is complete. */
    void seen(WatchEvent.Spot first, int firstSite, WatchEvent.Spot second, int secondSite, Object target, int index) {
        synchronized (pairs) {
            Pair pair = pair(firstSite, secondSite);
            if (pair == null) {
                return;
            }
            pair.times++;
            boolean full = first != null
                    && second != null
                    && !first.stack().isEmpty()
                    && !second.stack().isEmpty();
            if (first == null || second == null || pair.number != 0 && (pair.complete || !full)) {
                return;
            }
            if (pair.number == 0) {
                pair.number = ++last;
            }
            pair.complete = full;
            log.add(new WatchEvent(
                    pair.number,
                    WatchEvent.RACE,
                    siteActions.variableName(secondSite),
                    describe(target, index),
                    List.of(first, second)));
        }
    }

    /** An access of a thread was interleaved between two accesses of another. */
    void violation(
            WatchEvent.Spot entry,
            WatchEvent.Spot between,
            WatchEvent.Spot end,
            String variable,
            Object target,
            int index) {
        synchronized (pairs) {
            log.add(new WatchEvent(
                    ++last, WatchEvent.ATOMICITY, variable, describe(target, index), List.of(entry, between, end)));
        }
    }

    /** How often a pair of sites was observed. */
    long times(int site, int other) {
        synchronized (pairs) {
            Pair pair = pairs.get(key(site, other));
            return pair == null ? 0 : pair.times;
        }
    }

    /** Writes how often each was observed. */
    void sumUp() {
        synchronized (pairs) {
            for (Pair pair : pairs.values()) {
                if (pair.times > 1 && pair.number != 0) {
                    log.add(WatchLine.AGAIN, Integer.toString(pair.number), Long.toString(pair.times));
                }
            }
        }
    }

    /** {@code Account@1f3a}, {@code int[8]@77c2 at 3}: without calling code of the program. */
    static String describe(Object target, int index) {
        if (target == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        Class<?> type = target.getClass();
        if (type.isArray()) {
            String name = type.getComponentType().getTypeName();
            int brackets = name.indexOf('[');
            out.append(brackets < 0 ? name : name.substring(0, brackets));
            out.append('[').append(java.lang.reflect.Array.getLength(target)).append(']');
            out.append(brackets < 0 ? "" : name.substring(brackets));
        } else {
            out.append(type.getName());
        }
        out.append('@').append(Integer.toHexString(System.identityHashCode(target)));
        if (index >= 0) {
            out.append(" at ").append(index);
        }
        return out.toString();
    }
}
