// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.ConflictingAccesses;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The builder and the checker against brute force, on thousands of small random traces. */
class WitnessAgainstOracleTest {
    private static final class Tally {
        int queries;
        int feasible;
        int found;
        int unknown;
        final Map<String, Integer> by = new TreeMap<>();

        @Override
        public String toString() {
            return queries + " questions, " + feasible + " feasible, " + found + " found, " + unknown + " undecided "
                    + by;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, 2, 2, true, 14, 1500",
        "2, 3, 2, 3, true, 14, 1500",
        "3, 3, 2, 2, false, 16, 1500",
        "4, 3, 3, 1, false, 18, 800",
        "5, 4, 2, 2, true, 14, 800",
        "6, 4, 3, 2, false, 22, 500"
    })
    void findsExactlyWhatBruteForceFinds(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
        Tally tally = new Tally();
        for (int i = 0; i < traces; i++) {
            Trace trace = random.next(events);
            compare(trace, new WitnessBuilder(new TraceModel(trace)), tally);
        }
        assertThat(tally.feasible).as(tally.toString()).isGreaterThan(traces);
        // That nothing feasible is refuted is asserted for each query; nothing is left undecided either.
        assertThat(tally.found).as(tally.toString()).isEqualTo(tally.feasible);
        assertThat(tally.unknown).as(tally.toString()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"11, 3, 2, 2, true, 14, 1000", "12, 3, 3, 2, false, 20, 500"})
    void theSolverAloneFindsItToo(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
        Tally tally = new Tally();
        for (int i = 0; i < traces; i++) {
            Trace trace = random.next(events);
            compare(trace, new WitnessBuilder(new TraceModel(trace), true, 1000), tally);
        }
        assertThat(tally.by).containsOnlyKeys("solver");
        assertThat(tally.found).as(tally.toString()).isEqualTo(tally.feasible);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 6, 15})
    void closuresThatHaveToWalkFindItToo(long causalEntries) {
        RandomTraces random = new RandomTraces(13, 3, 2, 2, true);
        Tally tally = new Tally();
        for (int i = 0; i < 500; i++) {
            Trace trace = random.next(18);
            compare(trace, new WitnessBuilder(new TraceModel(trace), false, causalEntries), tally);
        }
        assertThat(tally.found).as(tally.toString()).isEqualTo(tally.feasible);
        assertThat(tally.unknown).isZero();
    }

    private static void compare(Trace trace, WitnessBuilder builder, Tally tally) {
        ReorderingOracle oracle = new ReorderingOracle(trace);
        for (int a = 0; a < trace.size(); a++) {
            for (int b = a + 1; b < trace.size(); b++) {
                if (ConflictingAccesses.are(trace, a, b)) {
                    judge(trace, oracle.together(a, b), oracle, builder.find(a, b), tally, a, b);
                } else if (acquireEachOthersLock(trace, a, b)) {
                    judge(trace, oracle.deadlock(a, b), oracle, builder.find(a, b), tally, a, b);
                }
            }
        }
    }

    private static void judge(
            Trace trace,
            boolean feasible,
            ReorderingOracle oracle,
            WitnessBuilder.Answer answer,
            Tally tally,
            int... events) {
        tally.queries++;
        tally.feasible += feasible ? 1 : 0;
        switch (answer.verdict()) {
            case FOUND -> {
                tally.found++;
                tally.by.merge(answer.by(), 1, Integer::sum);
                assertThat(feasible).as(describe(trace, "found", events)).isTrue();
                assertThat(oracle.isValid(answer.schedule()))
                        .as(describe(trace, "schedule", events))
                        .isTrue();
            }
            case IMPOSSIBLE -> {
                assertThat(feasible)
                        .as(describe(trace, "refuted: " + answer.reason(), events))
                        .isFalse();
                assertThat(answer.reason()).isNotBlank();
            }
            case UNKNOWN -> tally.unknown++;
        }
    }

    private static String describe(Trace trace, String what, int... events) {
        StringBuilder out = new StringBuilder(what);
        for (int e : events) {
            out.append(' ').append(e);
        }
        return out.append('\n').append(TextTrace.format(trace)).toString();
    }

    private static boolean acquireEachOthersLock(Trace trace, int a, int b) {
        return trace.kind(a).isAcquire()
                && trace.kind(b).isAcquire()
                && trace.thread(a) != trace.thread(b)
                && blocks(trace, a, b)
                && blocks(trace, b, a);
    }

    /** Whether the thread of an event holds, right before it, a lock in a mode that blocks an acquire of it. */
    private static boolean blocks(Trace trace, int event, int acquire) {
        boolean exclusive = false;
        boolean shared = false;
        for (int e = 0; e < event; e++) {
            if (trace.thread(e) == trace.thread(event) && trace.target(e) == trace.target(acquire)) {
                exclusive |= trace.kind(e) == EventKind.ACQUIRE;
                exclusive &= trace.kind(e) != EventKind.RELEASE;
                shared |= trace.kind(e) == EventKind.ACQUIRE_SHARED;
                shared &= trace.kind(e) != EventKind.RELEASE_SHARED;
            }
        }
        return exclusive || shared && trace.kind(acquire) == EventKind.ACQUIRE;
    }

    /**
     * Patterns of three and four events of two or three threads, any accesses: the general form, not only violations.
     */
    @ParameterizedTest
    @CsvSource({
        "21, 2, 2, 2, true, 12, 3, 500",
        "22, 3, 2, 2, true, 12, 3, 500",
        "23, 3, 3, 2, false, 16, 3, 300",
        "24, 2, 2, 2, false, 14, 4, 400",
        "25, 3, 2, 2, true, 14, 4, 400",
        "26, 4, 3, 3, false, 18, 4, 150"
    })
    void reachesExactlyTheOrdersThatBruteForceReaches(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int length, int traces) {
        for (boolean solverOnly : new boolean[] {false, true}) {
            RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
            Random choice = new Random(seed);
            Tally tally = new Tally();
            for (int i = 0; i < traces; i++) {
                Trace trace = random.next(events);
                WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace), solverOnly, 1000);
                ReorderingOracle oracle = new ReorderingOracle(trace);
                for (int q = 0; q < 12; q++) {
                    int[] pattern = randomPattern(trace, choice, length);
                    if (pattern != null) {
                        WitnessBuilder.Answer answer = builder.find(Goal.inOrder(pattern));
                        judgeOrder(trace, oracle, answer, tally, pattern);
                    }
                }
            }
            assertThat(tally.feasible).as(tally.toString()).isBetween(traces, tally.queries - traces / 2);
            assertThat(tally.found).as(tally.toString()).isEqualTo(tally.feasible);
            assertThat(tally.unknown).as(tally.toString()).isZero();
        }
    }

    /** Accesses in an order independent of the recorded one, but in program order within each thread. */
    static int[] randomPattern(Trace trace, Random random, int length) {
        List<Integer> accesses = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isAccess()) {
                accesses.add(e);
            }
        }
        if (accesses.size() < length) {
            return null;
        }
        Collections.shuffle(accesses, random);
        List<Integer> pattern = new ArrayList<>(accesses.subList(0, length));
        for (int i = 0; i < length; i++) {
            for (int j = i + 1; j < length; j++) {
                if (trace.thread(pattern.get(i)) == trace.thread(pattern.get(j)) && pattern.get(i) > pattern.get(j)) {
                    Collections.swap(pattern, i, j);
                }
            }
        }
        long threads = pattern.stream().map(trace::thread).distinct().count();
        return threads < 2 ? null : pattern.stream().mapToInt(e -> e).toArray();
    }

    /** The schedule without free reads: those of the pattern that are the last event of their thread. */
    private static int[] withoutFreeReads(Trace trace, int[] schedule, int[] pattern) {
        List<Integer> rest = new ArrayList<>();
        for (int i = 0; i < schedule.length; i++) {
            int e = schedule[i];
            boolean read = trace.kind(e).isRead()
                    && Arrays.stream(pattern).limit(pattern.length - 1).anyMatch(p -> p == e);
            boolean last = Arrays.stream(schedule, i + 1, schedule.length)
                            .noneMatch(other -> trace.thread(other) == trace.thread(e))
                    && trace.thread(pattern[pattern.length - 1]) != trace.thread(e);
            if (!read || !last) {
                rest.add(e);
            }
        }
        return rest.stream().mapToInt(e -> e).toArray();
    }

    private static void judgeOrder(
            Trace trace, ReorderingOracle oracle, WitnessBuilder.Answer answer, Tally tally, int... pattern) {
        boolean feasible = oracle.inOrder(pattern);
        tally.queries++;
        tally.feasible += feasible ? 1 : 0;
        switch (answer.verdict()) {
            case FOUND -> {
                tally.found++;
                tally.by.merge(answer.by(), 1, Integer::sum);
                assertThat(feasible).as(describe(trace, "found", pattern)).isTrue();
                int[] schedule = answer.schedule();
                assertThat(schedule).containsSubsequence(Arrays.copyOf(pattern, pattern.length - 1));
                assertThat(oracle.next(schedule)).contains(pattern[pattern.length - 1]);
                assertThat(oracle.isValid(withoutFreeReads(trace, schedule, pattern)))
                        .as(() -> describe(trace, "schedule", schedule))
                        .isTrue();
            }
            case IMPOSSIBLE ->
                assertThat(feasible)
                        .as(() -> describe(trace, "refuted: " + answer.reason(), pattern))
                        .isFalse();
            case UNKNOWN -> tally.unknown++;
        }
    }

    @Test
    void checkerAgreesWithBruteForceOnRandomSchedules() {
        RandomTraces traces = new RandomTraces(7, 3, 2, 2, true);
        Random random = new Random(8);
        int valid = 0;
        int all = 0;
        for (int i = 0; i < 4000; i++) {
            Trace trace = traces.next(14);
            ReorderingOracle oracle = new ReorderingOracle(trace);
            WitnessChecker checker = new WitnessChecker(trace);
            int[] schedule = randomSchedule(oracle, trace, random);
            for (int[] candidate : List.of(schedule, swapped(schedule, random))) {
                boolean expected = oracle.isValid(candidate);
                assertThat(checker.problem(candidate).isEmpty())
                        .as(() -> describe(trace, "schedule", candidate))
                        .isEqualTo(expected);
                valid += expected ? 1 : 0;
                all++;
            }
        }
        assertThat(valid).isBetween(all / 5, all * 4 / 5);
    }

    /** Mostly feasible events, now and then any. */
    private static int[] randomSchedule(ReorderingOracle oracle, Trace trace, Random random) {
        int[] schedule = {};
        int length = random.nextInt(trace.size()) + 1;
        boolean careless = random.nextInt(4) == 0;
        while (schedule.length < length) {
            List<Integer> possible = new ArrayList<>();
            List<Integer> next = oracle.next(schedule);
            for (int e : next) {
                int[] longer = with(schedule, e);
                if (careless && random.nextInt(5) == 0 || isPossible(oracle, longer)) {
                    possible.add(e);
                }
            }
            if (possible.isEmpty()) {
                return schedule;
            }
            schedule = with(schedule, possible.get(random.nextInt(possible.size())));
        }
        return schedule;
    }

    private static boolean isPossible(ReorderingOracle oracle, int[] schedule) {
        if (oracle.isValid(schedule)) {
            return true;
        }
        // Only the event that must follow immediately may be missing.
        return oracle.next(schedule).stream().anyMatch(e -> oracle.isValid(with(schedule, e)));
    }

    private static int[] with(int[] schedule, int e) {
        int[] longer = Arrays.copyOf(schedule, schedule.length + 1);
        longer[schedule.length] = e;
        return longer;
    }

    private static int[] swapped(int[] schedule, Random random) {
        int[] copy = schedule.clone();
        if (copy.length > 1) {
            int i = random.nextInt(copy.length - 1);
            int j = random.nextInt(4) == 0 ? random.nextInt(copy.length) : i + 1;
            int e = copy[i];
            copy[i] = copy[j];
            copy[j] = e;
        }
        return copy;
    }
}
