// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.deadlock.DeadlockDetector;
import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.race.PairSink;
import dev.foretell.analysis.race.ShbRaces;
import dev.foretell.analysis.race.SyncPreservingRaces;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.ReorderingOracle;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.analysis.witness.WitnessChecker;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@link PublishedTracesTest} and {@link PublishedCountsTest} compare with published numbers, here against brute
 * force and by construction, on traces generated in the same shapes. Traces as small as the figures of papers are in
 * WitnessAgainstOracleTest, exact counts of racy events in RaceEnginesAgainstOracleTest.
 */
class GeneratedTracesTest {
    @ParameterizedTest
    @CsvSource({"1, 4, 60, 3", "2, 6, 120, 5", "3, 8, 400, 20", "4, 12, 400, 4", "5, 16, 400, 40"})
    void eachEngineFindsTheRacyEventsOfTheWeakerOne(long seed, int threads, int events, int racyOneIn) {
        Trace trace = GeneratedTraces.workers(seed, threads, events, racyOneIn);
        TraceModel model = new TraceModel(trace);
        BitSet shb = racyEvents(model, ShbRaces::find);
        BitSet syncPreserving = racyEvents(model, SyncPreservingRaces::find);
        BitSet witnessed = new BitSet();
        WitnessBuilder builder = new WitnessBuilder(model);
        WitnessChecker checker = new WitnessChecker(trace);
        for (int later = 0; later < trace.size(); later++) {
            for (int e = later - 1; e >= 0 && !witnessed.get(later); e--) {
                if (ConflictingAccesses.are(trace, e, later)) {
                    WitnessBuilder.Answer answer = builder.find(e, later);
                    if (answer.verdict() == WitnessBuilder.Verdict.FOUND) {
                        assertThat(checker.problem(answer.schedule(), e, later)).isEmpty();
                        witnessed.set(later);
                    }
                }
            }
        }
        assertThat(shb.cardinality()).isPositive();
        assertThat(syncPreserving.stream().boxed())
                .containsAll(shb.stream().boxed().toList());
        assertThat(witnessed.stream().boxed())
                .containsAll(syncPreserving.stream().boxed().toList());
    }

    private static BitSet racyEvents(TraceModel model, BiConsumer<TraceModel, PairSink> engine) {
        BitSet racy = new BitSet();
        engine.accept(model, (earlier, later) -> racy.set(later));
        return racy;
    }

    @ParameterizedTest
    @CsvSource({"11, 4, 900, 9", "12, 8, 3000, 30", "13, 16, 2000, 40", "14, 5, 10000, 50"})
    void allDetectorsGiveOnlyCheckedWitnesses(long seed, int threads, int events, int racyOneIn) {
        Trace trace = GeneratedTraces.workers(seed, threads, events, racyOneIn);
        AnalysisResult result = new Analyzer(Set.copyOf(Detectors.ids())).analyze(trace);
        WitnessChecker checker = new WitnessChecker(trace);
        assertThat(PublishedTraces.witnessed(result))
                .isNotEmpty()
                .allSatisfy(p -> assertThat(checker.problem(
                                p.witness().schedule(),
                                Goal.of(p.candidate().shape(), p.witness().anomaly())))
                        .isEmpty());
        assertThat(result.predictions()).extracting(Prediction::verdict).doesNotContain(Prediction.Verdict.UNDECIDED);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void philosophersHaveOneDeadlock(int count) {
        AnalysisResult result = new Analyzer(Set.of("deadlock")).analyze(GeneratedTraces.philosophers(count));
        assertThat(PublishedTraces.witnessed(result))
                .singleElement()
                .satisfies(p -> assertThat(p.candidate().events()).hasSize(count));
    }

    @Test
    void deadlocksOfNestedSectionsAreThoseOfBruteForce() {
        int possible = 0;
        int impossible = 0;
        for (int seed = 0; seed < 600; seed++) {
            Trace trace = GeneratedTraces.nestedSections(seed);
            TraceModel model = new TraceModel(trace);
            WitnessBuilder builder = new WitnessBuilder(model);
            ReorderingOracle oracle = new ReorderingOracle(trace);
            for (CandidateGroup group : new DeadlockDetector().detect(model).groups()) {
                for (int[] cycle : group.instances()) {
                    boolean expected = oracle.deadlock(cycle);
                    assertThat(builder.find(Goal.together(cycle)).verdict() == WitnessBuilder.Verdict.FOUND)
                            .as(TextTrace.format(trace))
                            .isEqualTo(expected);
                    possible += expected ? 1 : 0;
                    impossible += expected ? 0 : 1;
                }
            }
        }
        assertThat(possible).isGreaterThan(50);
        assertThat(impossible).isGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void findsTheInjectedRaceThatWeakerEnginesMiss(GeneratedTraces.Hiding hiding) {
        for (int seed = 0; seed < 6; seed++) {
            Trace trace = GeneratedTraces.injected(seed, hiding);
            TraceModel model = new TraceModel(trace);
            BitSet found = racyEvents(
                    model,
                    hiding == GeneratedTraces.Hiding.HAPPENS_BEFORE ? ShbRaces::find : SyncPreservingRaces::find);
            assertThat(found.stream().map(e -> line(trace, e))).doesNotContain(GeneratedTraces.SECOND_LINE);
            AnalysisResult result = new Analyzer(Set.of("race")).analyze(trace);
            assertThat(PublishedTraces.witnessed(result))
                    .singleElement()
                    .satisfies(p -> assertThat(lines(trace, p.candidate().events()))
                            .containsExactlyInAnyOrder(GeneratedTraces.FIRST_LINE, GeneratedTraces.SECOND_LINE));
        }
    }

    private static List<Integer> lines(Trace trace, List<Integer> events) {
        return events.stream().map(e -> line(trace, e)).toList();
    }

    private static int line(Trace trace, int event) {
        return trace.site(trace.siteOf(event)).line();
    }
}
