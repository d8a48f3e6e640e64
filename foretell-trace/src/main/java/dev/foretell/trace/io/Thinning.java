// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Drops events that do not fit into memory. Two ways, both of which keep the rest consistent:
 *
 * <ul>
 *   <li>Of a variable that is accessed very often, all plain accesses after some value of the clock. The rest is a
 *       prefix, so every read that is kept still has the write it reads from. Among accesses at that value, whose order
 *       is not known anyway, a prefix of each thread's is kept.
 *   <li>All events after some point of the trace, when that is not enough: a prefix of a run is a run.
 * </ul>
 *
 * <p>docs/design/04-prediction.md explains the consequences for predictions.
 */
final class Thinning {
    /** Of a variable at least this many accesses are kept. */
    private static final int MIN_PER_VARIABLE = 64;

    private static final int MIN_PER_THREAD = 8;

    private final int maxEvents;
    private final int threads;
    private int perVariable = Integer.MAX_VALUE;
    /**
     * By variable: accesses so far; and 1 + the value of the clock after which there are no more, 0 while that is open.
     */
    private int[] kept = {};

    private long[] closed = {};
    /** By variable: the thread whose access was the last before that. */
    private int[] closedBy = {};
    /** By variable and thread: accesses of others at that value of the clock, each at most {@link #perThread}. */
    private final LongIntMap last = new LongIntMap();

    private int perThread;

    private int thinned;
    private long dropped;
    private boolean stopped;

    Thinning(int maxEvents, int threads) {
        this.maxEvents = maxEvents;
        this.threads = Math.max(1, threads);
    }

    /**
     * Chooses how many accesses of a variable fit.
     *
     * @param counts accesses of each variable
     * @param others events that are kept in any case
     */
    void plan(int[] counts, long others) {
        if (kept(counts, Integer.MAX_VALUE) + others <= maxEvents) {
            return;
        }
        int low = MIN_PER_VARIABLE;
        int high = Integer.MAX_VALUE;
        while (low < high) {
            int middle = (int) (((long) low + high + 1) / 2);
            if (kept(counts, middle) + others <= maxEvents) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        perVariable = low;
        // Half for what happens until the limit is reached, half for what other threads do at the same value of the
        // clock.
        perThread = Math.max(MIN_PER_THREAD, low / 2 / threads);
    }

    private static long kept(int[] counts, int most) {
        long sum = 0;
        for (int count : counts) {
            sum += Math.min(count, most);
        }
        return sum;
    }

    /** Whether a plain access is kept. */
    boolean keeps(int variable, int thread, long clock) {
        if (perVariable == Integer.MAX_VALUE) {
            return true;
        }
        if (variable >= kept.length) {
            kept = Arrays.copyOf(kept, Math.max(variable + 1, kept.length * 2));
            closed = Arrays.copyOf(closed, kept.length);
            closedBy = Arrays.copyOf(closedBy, kept.length);
        }
        if (closed[variable] == 0) {
            if (++kept[variable] >= perVariable / 2) {
                closed[variable] = clock + 1;
                closedBy[variable] = thread;
                thinned++;
            }
            return true;
        }
        boolean others = closed[variable] == clock + 1 && closedBy[variable] != thread;
        long key = (long) variable << 32 | thread;
        if (others && last.get(key) < perThread) {
            last.increment(key);
            return true;
        }
        dropped++;
        return false;
    }

    /** Whether the trace ends here, because it has so many events. */
    boolean stopsAt(int events) {
        stopped |= events >= maxEvents;
        return stopped;
    }

    /** What was dropped, a sentence each. */
    List<String> truncated() {
        List<String> truncated = new ArrayList<>();
        if (dropped > 0) {
            truncated.add(String.format(
                    Locale.ROOT,
                    "Of %d variables that are accessed very often only the first %,d accesses or so were analysed;"
                            + " %,d accesses to them were left out, because memory suffices for %,d events",
                    thinned,
                    perVariable,
                    dropped,
                    maxEvents));
        }
        if (stopped) {
            truncated.add(String.format(
                    Locale.ROOT,
                    "Only the first %,d events that threads share were analysed, because memory suffices for no more",
                    maxEvents));
        }
        return truncated;
    }
}
