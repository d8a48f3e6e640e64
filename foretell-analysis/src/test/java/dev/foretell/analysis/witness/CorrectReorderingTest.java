// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.solver.CorrectReordering;
import dev.foretell.analysis.solver.SolverLimit;
import dev.foretell.analysis.solver.SolverResult;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders of sets of events of random traces: against Z3, against the checker, and against itself. */
class CorrectReorderingTest {
    /** {@code -Dforetell.order.campaign=N} runs N times as many queries. */
    private static final int CAMPAIGN = Integer.getInteger("foretell.order.campaign", 1);

    private static final IntPredicate NO_READ = read -> false;

    /** A set of events and constraints on their order. */
    private record Problem(int[] ends, int[] edges, IntPredicate free, boolean isFree) {}

    @ParameterizedTest
    @CsvSource({
        "1, 2, 2, 2, true, 28, 400",
        "2, 3, 2, 3, true, 30, 500",
        "3, 3, 3, 2, false, 40, 500",
        "4, 4, 2, 2, true, 40, 400",
        "5, 5, 4, 3, false, 60, 300",
        "6, 6, 3, 4, true, 80, 200"
    })
    void agreesWithZ3(long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces source = new RandomTraces(seed, threads, locks, variables, allKinds);
        Random random = new Random(seed);
        int possible = 0;
        int asked = 0;
        try (Z3Order z3 = new Z3Order()) {
            for (int i = 0; i < traces * CAMPAIGN; i++) {
                Trace trace = source.next(events);
                TraceModel model = new TraceModel(trace);
                Problem query = query(model, random);
                CorrectReordering order = new CorrectReordering(model, query.ends, 0, query.edges, query.free);
                boolean expected = z3.isPossible(model, query.ends, query.edges, query.free);
                assertThat(order.solve(SolverLimit.NONE))
                        .as(() -> describe(trace, query))
                        .isEqualTo(expected ? SolverResult.FOUND : SolverResult.NONE);
                if (expected) {
                    check(trace, query, order.schedule());
                }
                possible += expected ? 1 : 0;
                asked++;
            }
        }
        assertThat(possible).isBetween(asked / 5, asked * 4 / 5);
    }

    /** A random set, mostly closed under dependencies, and a few edges, most against the recorded order. */
    private static Problem query(TraceModel model, Random random) {
        Trace trace = model.trace();
        BitSet freeReads = new BitSet();
        if (random.nextInt(4) == 0) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                freeReads.set(random.nextInt(trace.size()));
            }
        }
        int[] ends = new int[model.threadCount()];
        for (int t = 0; t < ends.length; t++) {
            ends[t] = random.nextInt(3) == 0 ? random.nextInt(model.length(t) + 1) : model.length(t);
        }
        if (random.nextInt(20) > 0) {
            close(model, ends, freeReads);
        }
        int[] events = trace.size() == 0 ? new int[0] : eventsOf(model, ends);
        int[] edges = new int[events.length < 2 ? 0 : 2 * random.nextInt(4)];
        for (int i = 0; i < edges.length; i += 2) {
            int a = events[random.nextInt(events.length)];
            int b = events[random.nextInt(events.length)];
            boolean swap = trace.thread(a) != trace.thread(b) && random.nextInt(4) > 0;
            edges[i] = swap ? Math.max(a, b) : Math.min(a, b);
            edges[i + 1] = swap ? Math.min(a, b) : Math.max(a, b);
            if (a == b) {
                edges[i] = events[0];
                edges[i + 1] = events[events.length - 1];
            }
        }
        return new Problem(ends, edges, freeReads::get, !freeReads.isEmpty());
    }

    private static int[] eventsOf(TraceModel model, int[] ends) {
        int[] events = new int[Arrays.stream(ends).sum()];
        int count = 0;
        for (int e = 0; e < model.trace().size(); e++) {
            if (model.position(e) < ends[model.trace().thread(e)]) {
                events[count++] = e;
            }
        }
        return events;
    }

    private static void close(TraceModel model, int[] ends, BitSet freeReads) {
        Trace trace = model.trace();
        boolean grown = true;
        while (grown) {
            grown = false;
            for (int e : eventsOf(model, ends)) {
                for (int source : model.dependencies(e)) {
                    boolean seen = trace.kind(e).isRead() && source == model.partner(e);
                    if (!(seen && freeReads.get(e)) && model.position(source) >= ends[trace.thread(source)]) {
                        ends[trace.thread(source)] = model.position(source) + 1;
                        grown = true;
                    }
                }
                if (model.inseparable(e) && model.position(e) + 1 == ends[trace.thread(e)]) {
                    ends[trace.thread(e)]++;
                    grown = true;
                }
            }
        }
    }

    private static void check(Trace trace, Problem query, int[] schedule) {
        int[] sorted = schedule.clone();
        Arrays.sort(sorted);
        assertThat(sorted).isEqualTo(eventsOf(new TraceModel(trace), query.ends));
        if (!query.isFree) {
            assertThat(new WitnessChecker(trace).problem(schedule))
                    .as(() -> describe(trace, query))
                    .isEmpty();
        }
        assertEdges(schedule, query.edges);
    }

    private static void assertEdges(int[] schedule, int[] edges) {
        for (int i = 0; i < edges.length; i += 2) {
            assertThat(indexOf(schedule, edges[i])).isLessThan(indexOf(schedule, edges[i + 1]));
        }
    }

    private static int indexOf(int[] schedule, int event) {
        for (int i = 0; i < schedule.length; i++) {
            if (schedule[i] == event) {
                return i;
            }
        }
        throw new AssertionError(event + " is missing");
    }

    private static String describe(Trace trace, Problem query) {
        return "ends " + Arrays.toString(query.ends) + " edges " + Arrays.toString(query.edges) + '\n'
                + TextTrace.format(trace);
    }

    @Test
    void aWindowIsTheWholeWithItsBeginningAsRecorded() {
        RandomTraces source = new RandomTraces(31, 4, 3, 3, true);
        Random random = new Random(32);
        int possible = 0;
        int cut = 0;
        for (int i = 0; i < 1500; i++) {
            Trace trace = source.next(40);
            TraceModel model = new TraceModel(trace);
            Problem query = query(model, random);
            int start = 1 + random.nextInt(25);
            CorrectReordering window = new CorrectReordering(model, query.ends, start, query.edges, NO_READ);
            SolverResult verdict = window.solve(SolverLimit.NONE);
            int[] from = window.from();
            for (int t = 0; t < from.length; t++) {
                from[t] = Math.min(from[t], query.ends[t]);
            }
            int[] beginning = new RecordedOrder(WitnessQuery.bound(model, Goal.together()), from).plain();
            if (new WitnessChecker(trace).problem(beginning).isPresent()) {
                continue; // the recorded order has events that are not in the set
            }
            cut += beginning.length > 0 ? 1 : 0;
            IntArrayList edges = new IntArrayList(query.edges);
            for (int k = 0; k + 1 < beginning.length; k++) {
                edges.add(beginning[k]);
                edges.add(beginning[k + 1]);
            }
            for (int t = 0; t < from.length && beginning.length > 0; t++) {
                if (from[t] < query.ends[t]) {
                    edges.add(beginning[beginning.length - 1]);
                    edges.add(model.event(t, from[t]));
                }
            }
            CorrectReordering whole = new CorrectReordering(model, query.ends, 0, edges.toIntArray(), NO_READ);
            assertThat(verdict)
                    .as(() -> "start " + start + ' ' + describe(trace, query))
                    .isEqualTo(whole.solve(SolverLimit.NONE));
            if (verdict == SolverResult.FOUND) {
                possible++;
                IntArrayList schedule = new IntArrayList(beginning);
                schedule.addElements(schedule.size(), window.schedule());
                assertThat(new WitnessChecker(trace).problem(schedule.toIntArray()))
                        .isEmpty();
                assertEdges(schedule.toIntArray(), query.edges);
            }
        }
        assertThat(cut).isGreaterThan(500);
        assertThat(possible).isGreaterThan(200);
    }

    @Test
    void sixtyQuestionsToOneSolverAreAnsweredLikeSixtyToFreshOnes() {
        RandomTraces source = new RandomTraces(21, 5, 3, 3, true);
        Random random = new Random(22);
        long conflicts = 0;
        int possible = 0;
        int asked = 0;
        for (int i = 0; i < 20; i++) {
            Trace trace = source.next(80);
            TraceModel model = new TraceModel(trace);
            int[] ends = new int[model.threadCount()];
            for (int t = 0; t < ends.length; t++) {
                ends[t] = model.length(t);
            }
            CorrectReordering shared = CorrectReordering.incremental(model, ends);
            for (int q = 0; q < 60; q++) {
                int[] edges = new int[2 + 2 * random.nextInt(2)];
                for (int k = 0; k < edges.length; k += 2) {
                    int a = random.nextInt(trace.size() - 1);
                    int b = a + 1 + random.nextInt(Math.min(25, trace.size() - a - 1));
                    edges[k] = b;
                    edges[k + 1] = a;
                }
                SolverResult verdict = shared.solve(SolverLimit.NONE, edges);
                assertThat(verdict)
                        .isEqualTo(new CorrectReordering(model, ends, 0, edges, NO_READ).solve(SolverLimit.NONE));
                if (verdict == SolverResult.FOUND) {
                    possible++;
                    assertThat(new WitnessChecker(trace).problem(shared.schedule()))
                            .isEmpty();
                    assertEdges(shared.schedule(), edges);
                }
                asked++;
            }
            assertThat(shared.solve(SolverLimit.NONE)).isEqualTo(SolverResult.FOUND);
            conflicts += shared.conflicts();
        }
        assertThat(possible).isBetween(asked / 5, asked * 4 / 5);
        // Not all is decided by saturation alone.
        assertThat(conflicts).isPositive();
    }
}
