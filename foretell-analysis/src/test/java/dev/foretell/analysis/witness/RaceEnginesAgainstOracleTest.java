// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.ConflictingAccesses;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.race.PairSink;
import dev.foretell.analysis.race.ShbRaces;
import dev.foretell.analysis.race.SyncPreservingRaces;
import dev.foretell.analysis.syncpreserving.SyncPreserving;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.util.BitSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SHB and sync-preserving races against brute force, on thousands of small random traces. */
class RaceEnginesAgainstOracleTest {
    @ParameterizedTest
    @CsvSource({
        "21, 2, 2, 2, true, 14, 1500",
        "22, 3, 2, 3, true, 16, 1500",
        "23, 3, 2, 2, false, 16, 1000",
        "24, 4, 3, 1, false, 18, 500",
        "25, 3, 1, 2, true, 18, 500"
    })
    void claimsOnlyWhatCanHappen(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
        int[] claims = new int[2];
        for (int i = 0; i < traces; i++) {
            Trace trace = random.next(events);
            TraceModel model = new TraceModel(trace);
            ReorderingOracle oracle = new ReorderingOracle(trace);
            ShbRaces.find(model, (a, b) -> {
                assertThat(oracle.together(a, b)).as(describe(trace, a, b)).isTrue();
                claims[0]++;
            });
            SyncPreservingRaces.find(model, (a, b) -> {
                assertThat(oracle.together(a, b)).as(describe(trace, a, b)).isTrue();
                claims[1]++;
            });
        }
        assertThat(claims[0]).isGreaterThan(traces / 2);
        assertThat(claims[1]).isGreaterThan(claims[0] / 2);
    }

    /** On traces without waits and initialisers, which the oracle does not support. */
    @ParameterizedTest
    @CsvSource({
        "31, 2, 2, 2, true, 14, 2000",
        "32, 3, 2, 2, true, 14, 2000",
        "33, 3, 2, 2, false, 16, 1500",
        "34, 3, 3, 1, false, 20, 500",
        "35, 4, 2, 2, false, 18, 400"
    })
    void syncPreservingIsExactlyItsDefinition(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
        int[] possible = new int[2];
        for (int i = 0; i < traces; i++) {
            Trace trace = random.next(events);
            if (SyncPreservingOracle.canJudge(trace)) {
                TraceModel model = new TraceModel(trace);
                SyncPreservingOracle oracle = new SyncPreservingOracle(trace);
                compareQueries(trace, new SyncPreserving(model), oracle, possible);
                assertThat(racyEvents(sink -> SyncPreservingRaces.find(model, sink)))
                        .isEqualTo(racyEvents(trace, oracle::together));
            }
        }
        assertThat(possible[0]).isGreaterThan(traces / 6);
        assertThat(possible[1]).isGreaterThan(traces / 5);
    }

    /** Conflicting accesses, and any two acquires, as for deadlocks. */
    private static void compareQueries(
            Trace trace, SyncPreserving engine, SyncPreservingOracle oracle, int[] possible) {
        for (int b = 0; b < trace.size(); b++) {
            for (int a = 0; a < b; a++) {
                boolean acquires = trace.kind(a).isAcquire() && trace.kind(b).isAcquire();
                if (ConflictingAccesses.are(trace, a, b) || acquires && trace.thread(a) != trace.thread(b)) {
                    boolean expected = oracle.together(a, b);
                    assertThat(engine.together(a, b)).as(describe(trace, a, b)).isEqualTo(expected);
                    possible[expected ? 1 : 0]++;
                }
            }
        }
    }

    private static BitSet racyEvents(Consumer<PairSink> engine) {
        BitSet racy = new BitSet();
        engine.accept((a, b) -> racy.set(b));
        return racy;
    }

    private static BitSet racyEvents(Trace trace, BiPredicate<Integer, Integer> together) {
        BitSet racy = new BitSet();
        for (int b = 0; b < trace.size(); b++) {
            for (int a = 0; a < b; a++) {
                if (ConflictingAccesses.are(trace, a, b) && together.test(a, b)) {
                    racy.set(b);
                }
            }
        }
        return racy;
    }

    @ParameterizedTest
    @CsvSource({"51, 3, 2, 2, true, 30, 1500", "52, 4, 3, 2, false, 40, 1000", "53, 6, 4, 3, false, 120, 200"})
    void shbIsExactlyItsDefinition(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
        int racy = 0;
        for (int i = 0; i < traces; i++) {
            Trace trace = random.next(events);
            if (SyncPreservingOracle.canJudge(trace)) {
                BitSet expected = shbRacyEvents(trace);
                assertThat(racyEvents(sink -> ShbRaces.find(new TraceModel(trace), sink)))
                        .as(TextTrace.format(trace))
                        .isEqualTo(expected);
                racy += expected.cardinality();
            }
        }
        assertThat(racy).isGreaterThan(traces / 5);
    }

    /** SHB as a relation, each event with all its predecessors. */
    private static BitSet shbRacyEvents(Trace trace) {
        BitSet[] before = new BitSet[trace.size()];
        BitSet racy = new BitSet();
        for (int b = 0; b < before.length; b++) {
            before[b] = new BitSet();
            // Program order and forks first: the order without reads-from decides whether a read races.
            for (int a = 0; a < b; a++) {
                boolean fork = trace.kind(a) == EventKind.FORK && trace.target(a) == trace.thread(b);
                if (fork || trace.thread(a) == trace.thread(b)) {
                    include(before, b, a);
                }
            }
            for (int a = 0; a < b; a++) {
                if (ConflictingAccesses.are(trace, a, b) && !before[b].get(a)) {
                    racy.set(b);
                }
            }
            int seen = -1;
            for (int a = 0; a < b; a++) {
                boolean same = trace.target(a) == trace.target(b);
                boolean waits = switch (trace.kind(b)) {
                    case ACQUIRE -> same && trace.kind(a).isRelease();
                    case ACQUIRE_SHARED -> same && trace.kind(a) == EventKind.RELEASE;
                    case PERMIT_ACQUIRE -> same && trace.kind(a) == EventKind.PERMIT_RELEASE && isNeeded(trace, a, b);
                    case OBSERVE -> same && trace.kind(a) == EventKind.PUBLISH;
                    case JOIN -> trace.thread(a) == trace.target(b);
                    case TRY_ACQUIRE_FAILED -> a == SyncPreservingOracle.blocker(trace, b);
                    case TRY_PERMIT_FAILED -> same && trace.kind(a) == EventKind.PERMIT_ACQUIRE;
                    default -> false;
                };
                if (waits) {
                    include(before, b, a);
                }
                seen = same && trace.kind(a).isWrite() ? a : seen;
            }
            if (trace.kind(b).isRead() && seen >= 0) {
                include(before, b, seen);
            }
        }
        return racy;
    }

    /** Whether a permit acquire depends on an earlier release: it is the j-th, and the release one of the first j-p. */
    private static boolean isNeeded(Trace trace, int give, int take) {
        int needed = 1 - trace.initialPermits(trace.target(take));
        for (int e = 0; e < take; e++) {
            boolean same = trace.target(e) == trace.target(take);
            needed += same && trace.kind(e) == EventKind.PERMIT_ACQUIRE ? 1 : 0;
            needed -= same && trace.kind(e) == EventKind.PERMIT_RELEASE && e < give ? 1 : 0;
        }
        return needed > 0;
    }

    private static void include(BitSet[] before, int b, int a) {
        before[b].set(a);
        before[b].or(before[a]);
    }

    /** The ideal that the engine returns, in recorded order, is a valid schedule. */
    @ParameterizedTest
    @CsvSource({"41, 3, 2, 2, true, 20, 1000", "42, 4, 3, 2, false, 24, 500"})
    void theRecordedOrderOfTheClosureIsAWitness(
            long seed, int threads, int locks, int variables, boolean allKinds, int events, int traces) {
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, allKinds);
        int checked = 0;
        for (int i = 0; i < traces; i++) {
            Trace trace = random.next(events);
            TraceModel model = new TraceModel(trace);
            SyncPreserving engine = new SyncPreserving(model);
            WitnessChecker checker = new WitnessChecker(trace);
            for (int b = 0; b < trace.size(); b++) {
                for (int a = 0; a < b; a++) {
                    if (ConflictingAccesses.are(trace, a, b) && engine.together(a, b)) {
                        int[] schedule = new RecordedOrder(
                                        WitnessQuery.bound(model, Goal.together(a, b)), engine.lengths())
                                .plain();
                        assertThat(checker.problem(schedule, a, b))
                                .as(describe(trace, a, b))
                                .isEmpty();
                        checked++;
                    }
                }
            }
        }
        assertThat(checked).isGreaterThan(traces);
    }

    private static String describe(Trace trace, int a, int b) {
        return a + " and " + b + "\n" + TextTrace.format(trace);
    }
}
