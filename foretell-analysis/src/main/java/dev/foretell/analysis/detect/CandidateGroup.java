// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.trace.clip.AnomalyShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One anomaly of the report (same places, same name) with several combinations of events that are instances of it. One
 * combination may be infeasible where another is not, so a sample of bounded size is kept, spread over all that were
 * found, early events first: their schedules are the shortest. When the events happen in an order, the combination
 * whose events were recorded closest to each other is always kept, and comes first: it needs the least reordering.
 * Combinations that a detector proves feasible come before these.
 */
public final class CandidateGroup {
    /** How many combinations are kept. */
    public static final int KEPT = 64;

    /** How many are kept of those that come with a proof. */
    private static final int KEPT_PROVEN = 8;
    /** For how many different continuations of the threads a combination is kept. */
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
    /** By continuation of its threads, see {@link Continuations}: the first combination with it. */
    private final Map<Long, int[]> byContinuation = new LinkedHashMap<>();

    private boolean close;
    private long seen;
    private boolean unlikely;
    private long random = 0x2545F4914F6CDD1DL;

    public CandidateGroup(AnomalyShape shape) {
        this(shape, "");
    }

    /** {@code label} is the pattern's name in reports; empty when the kinds of access suffice. */
    public CandidateGroup(AnomalyShape shape, String label) {
        this.shape = shape;
        this.label = label;
    }

    /** Marks an order that few programs rely on: it is tried last, and without a witness not at all. */
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
     * Prefers a schedule close to the recorded run over one with few events: the harm of the anomaly may depend on what
     * other threads have done before.
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
     * As {@link #add}, with the continuation of the threads, see {@link Continuations}. The harm of an anomaly may
     * depend on it, so one combination for each is kept apart.
     */
    public void addWith(long continuation, int... events) {
        add(events);
        if (byContinuation.size() < KEPT_CONTINUATIONS) {
            byContinuation.putIfAbsent(continuation, events);
        }
    }

    /** One combination for each continuation of the threads; empty when no continuations are known. */
    public List<int[]> onePerContinuation() {
        return List.copyOf(byContinuation.values());
    }

    /** Adds a combination that is proved feasible. The first few of these are tried before all others. */
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
