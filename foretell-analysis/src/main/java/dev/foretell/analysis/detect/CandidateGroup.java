// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.trace.clip.AnomalyShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One anomaly for the reader (same places, same name) with several combinations of events that would show it. One
 * combination may be impossible where another is not, so a sample of bounded size is kept, spread over all that were
 * found, early events first: their schedules are the shortest. When the events happen in an order, the combination
 * whose events were recorded closest to each other is always kept, and comes first: least has to change for it.
 * Combinations that a detector can prove to be possible come before these.
 */
public final class CandidateGroup {
    /** How many combinations are kept. */
    public static final int KEPT = 64;

    /** How many are kept of those that come with a proof. */
    private static final int KEPT_PROVEN = 8;
    /** For how many ways in which threads go on a combination is kept. */
    private static final int KEPT_CONTINUATIONS = 6;
    /**
     * How many combinations of events in order are tried, the closest: a try costs more than for two events, and on
     * recorded runs no witness was found beyond the fifteenth.
     */
    private static final int TRIED_IN_ORDER = 16;

    private final AnomalyShape shape;
    private final String label;
    private final List<int[]> proven = new ArrayList<>();
    private final List<int[]> instances = new ArrayList<>();
    /** By how its threads went on: the first combination after which they did so. */
    private final Map<Long, int[]> byContinuation = new LinkedHashMap<>();

    private boolean close;
    private long seen;
    private boolean unlikely;
    private long random = 0x2545F4914F6CDD1DL;

    public CandidateGroup(AnomalyShape shape) {
        this(shape, "");
    }

    /** {@code label} is what people call the pattern; empty when the kinds of access say it. */
    public CandidateGroup(AnomalyShape shape, String label) {
        this.shape = shape;
        this.label = label;
    }

    /** Says that hardly anybody counts on this not happening: it comes last, and no guess is made about it. */
    public void setUnlikely() {
        unlikely = true;
    }

    public boolean isUnlikely() {
        return unlikely;
    }

    public String label() {
        return label;
    }

    /**
     * Asks for a schedule that stays as close to the recorded run as it can, in place of one with as few events as it
     * can: what comes of the anomaly may depend on what others have done by then.
     */
    public CandidateGroup closely() {
        close = true;
        return this;
    }

    public boolean isClose() {
        return close;
    }

    public AnomalyShape shape() {
        return shape;
    }

    /** Keeps the first (or closest), and of the others each with the same chance, the same ones in every run. */
    public void add(int... events) {
        seen++;
        if (shape.inOrder() && seen > 1 && span(events) < span(instances.get(0))) {
            sample(instances.set(0, events));
        } else {
            sample(events);
        }
    }

    private void sample(int[] events) {
        if (instances.size() < KEPT) {
            instances.add(events);
            return;
        }
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        long place = 1 + (random >>> 1) % (seen - 1);
        if (place < KEPT) {
            instances.set((int) place, events);
        }
    }

    /**
     * As {@link #add}, with a number for how the threads went on after it, see {@link Continuations}. What comes of an
     * anomaly may depend on that, so a combination of each is kept apart.
     */
    public void addWith(long continuation, int... events) {
        add(events);
        if (byContinuation.size() < KEPT_CONTINUATIONS) {
            byContinuation.putIfAbsent(continuation, events);
        }
    }

    /**
     * Combinations after which the threads went on in different ways, one for each; empty when nothing is known of
     * that.
     */
    public List<int[]> onePerContinuation() {
        return List.copyOf(byContinuation.values());
    }

    /** One that is known to be possible: tried before all others, the first few that are given. */
    public void addProven(int... events) {
        if (proven.size() < KEPT_PROVEN) {
            proven.add(events);
        }
    }

    public long seen() {
        return Math.max(seen, proven.size());
    }

    /** The combinations to be tried, the most promising first. */
    public List<int[]> instances() {
        List<int[]> sorted = new ArrayList<>(instances);
        sorted.sort(Comparator.comparingInt(shape.inOrder() ? CandidateGroup::span : CandidateGroup::latest));
        List<int[]> all = new ArrayList<>(proven);
        all.addAll(shape.inOrder() ? sorted.subList(0, Math.min(TRIED_IN_ORDER, sorted.size())) : sorted);
        return all;
    }

    private static int span(int[] events) {
        int earliest = Integer.MAX_VALUE;
        for (int e : events) {
            earliest = Math.min(earliest, e);
        }
        return latest(events) - earliest;
    }

    private static int latest(int[] events) {
        int latest = -1;
        for (int e : events) {
            latest = Math.max(latest, e);
        }
        return latest;
    }
}
