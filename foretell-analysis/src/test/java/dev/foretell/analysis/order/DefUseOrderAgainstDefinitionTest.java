// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.Prediction;
import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.SmallTraces;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.ReadsFromRule;
import dev.foretell.analysis.witness.ReorderingOracle;
import dev.foretell.analysis.witness.WitnessChecker;
import dev.foretell.trace.Trace;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The table, the two checks and the schedules, each against its definition, on random small traces. */
class DefUseOrderAgainstDefinitionTest {
    private static Trace trace(int seed) {
        return new SmallTraces(seed, 2 + seed % 3, 1 + seed % 3).next(14 + seed % 16);
    }

    @Test
    void theTableHoldsExactlyTheRelationsOfDefinition1() {
        int relations = 0;
        for (int seed = 0; seed < 1500; seed++) {
            TraceModel model = new TraceModel(trace(seed));
            UsageTable table = new UsageTable(model);
            Set<String> predefs = byDefinition(model, true);
            Set<String> redefs = byDefinition(model, false);
            assertThat(pairs(table.predefs())).as("seed %d", seed).isEqualTo(predefs);
            assertThat(pairs(table.redefs())).as("seed %d", seed).isEqualTo(redefs);
            relations += predefs.size() + redefs.size();
        }
        assertThat(relations).isGreaterThan(5000);
    }

    private static Set<String> pairs(UsageTable.Relations relations) {
        Set<String> pairs = new TreeSet<>();
        for (int row = 0; row < relations.size(); row++) {
            pairs.add(relations.use(row) + "," + relations.definition(row));
        }
        return pairs;
    }

    private static Set<String> byDefinition(TraceModel model, boolean before) {
        Trace trace = model.trace();
        Set<String> pairs = new TreeSet<>();
        for (int use = 0; use < trace.size(); use++) {
            if (!trace.kind(use).isRead()) {
                continue;
            }
            int step = before ? -1 : 1;
            int e = use + step;
            while (e >= 0 && e < trace.size() && !(trace.kind(e).isWrite() && trace.target(e) == trace.target(use))) {
                e += step;
            }
            if (e >= 0
                    && e < trace.size()
                    && trace.thread(e) != trace.thread(use)
                    && !model.insideInitialiser(e)
                    && !model.insideInitialiser(use)) {
                pairs.add(use + "," + e);
            }
        }
        return pairs;
    }

    @Test
    void bothDirectionsAgreeWithTheClocks() {
        int ordered = 0;
        int free = 0;
        for (int seed = 0; seed < 400; seed++) {
            TraceModel model = new TraceModel(trace(seed));
            CommunicationTree tree = new CommunicationTree(model);
            CommunicationTree.Walk walk = tree.new Walk();
            for (int latest = 0; latest < model.trace().size(); latest++) {
                for (int earliest = 0; earliest < latest; earliest++) {
                    if (model.trace().thread(earliest) == model.trace().thread(latest)) {
                        continue;
                    }
                    Intervals.Interval interval = new Intervals.Interval(latest, earliest);
                    boolean can = !model.happensBefore(earliest, latest);
                    assertThat(walk.canMoveForward(interval))
                            .as("seed %d: %d before %d", seed, latest, earliest)
                            .isEqualTo(can);
                    assertThat(walk.canMoveBackward(interval, -1))
                            .as("seed %d: %d before %d", seed, latest, earliest)
                            .isEqualTo(can);
                    for (int e = earliest; can && e <= latest; e++) {
                        assertThat(walk.isMoved(e)).isEqualTo(e == latest || model.happensBefore(e, latest));
                    }
                    free += can ? 1 : 0;
                    ordered += can ? 0 : 1;
                }
            }
        }
        assertThat(ordered).isGreaterThan(5000);
        assertThat(free).isGreaterThan(5000);
    }

    /** What is dropped is infeasible, and what is proposed keeps partial order and locks in nearly all cases. */
    @Test
    void dropsNothingThatTheOracleFinds() {
        int possible = 0;
        int combinations = 0;
        int good = 0;
        for (int seed = 0; seed < 1500; seed++) {
            Trace trace = trace(seed);
            TraceModel model = new TraceModel(trace);
            Detection detection = new DefUseOrderDetector(new ObservedUsages()).detect(model);
            Set<String> found = new TreeSet<>();
            WitnessChecker checker = new WitnessChecker(trace);
            for (CandidateGroup group : detection.groups()) {
                for (int[] events : group.instances()) {
                    found.add(events[0] + "," + events[1]);
                    combinations++;
                    good += detection.proposals().apply(events).stream()
                                    .anyMatch(schedule -> checker.problem(
                                                    schedule, Goal.inOrder(events), ReadsFromRule.OTHER_PLAIN)
                                            .isEmpty())
                            ? 1
                            : 0;
                }
            }
            UsageTable table = new UsageTable(model);
            ReorderingOracle oracle = new ReorderingOracle(trace);
            for (boolean overdue : new boolean[] {true, false}) {
                UsageTable.Relations relations = overdue ? table.predefs() : table.redefs();
                for (int row = 0; row < relations.size(); row++) {
                    int use = relations.use(row);
                    int definition = relations.definition(row);
                    int first = overdue ? use : definition;
                    int second = overdue ? definition : use;
                    if (oracle.inOrder(first, second)) {
                        possible++;
                        assertThat(found).as("seed %d", seed).contains(first + "," + second);
                    }
                }
            }
        }
        assertThat(possible).isGreaterThan(4000);
        assertThat(good).isBetween(combinations * 9 / 10, combinations);
    }

    /**
     * Alternative schedules are as valid as the first ones; and a read moved before a row of writes reads from none of
     * it.
     */
    @Test
    void otherSchedulesAreAsGoodAsTheFirst() {
        int witnessed = 0;
        int guessed = 0;
        int farther = 0;
        for (int seed = 0; seed < 1500; seed++) {
            Trace trace = trace(seed);
            ReorderingOracle oracle = new ReorderingOracle(trace);
            WitnessChecker checker = new WitnessChecker(trace);
            for (Prediction prediction :
                    new Analyzer(Set.of("order")).analyze(trace).predictions()) {
                for (Prediction other : prediction.others()) {
                    int[] events = other.witness().anomaly();
                    boolean witness = other.verdict() == Prediction.Verdict.WITNESSED;
                    ReadsFromRule values = witness ? ReadsFromRule.SAME : ReadsFromRule.OTHER_PLAIN;
                    assertThat(checker.problem(other.witness().schedule(), Goal.inOrder(events), values))
                            .as("seed %d", seed)
                            .isEmpty();
                    assertThat(!witness || oracle.inOrder(events[0], events[1]))
                            .as("seed %d: %s", seed, Arrays.toString(events))
                            .isTrue();
                    witnessed += witness ? 1 : 0;
                    guessed += witness ? 0 : 1;
                    if (isOfARow(trace, events)) {
                        farther++;
                        assertThat(seesTheRow(trace, other.witness().schedule(), events))
                                .as("seed %d", seed)
                                .isFalse();
                    }
                }
            }
        }
        assertThat(witnessed).isGreaterThan(500);
        assertThat(guessed).isGreaterThan(100);
        assertThat(farther).isGreaterThan(300);
    }

    /** Whether there are other writes of the variable between the two. */
    private static boolean isOfARow(Trace trace, int[] events) {
        return writes(trace, events).count() > 1;
    }

    /** The writes to be reordered: those of the trace from one event to the other. */
    private static IntStream writes(Trace trace, int[] events) {
        return IntStream.rangeClosed(Math.min(events[0], events[1]), Math.max(events[0], events[1]))
                .filter(e -> trace.kind(e).isWrite() && trace.target(e) == trace.target(events[0]));
    }

    /**
     * A read that comes first must read from none of the row; one that comes last from the farthest, which is next but
     * for it.
     */
    private static boolean seesTheRow(Trace trace, int[] schedule, int[] events) {
        boolean early = trace.kind(events[0]).isRead();
        int seen = -1;
        for (int e : schedule) {
            if (e == events[0] && early) {
                break;
            }
            seen = trace.kind(e).isWrite() && trace.target(e) == trace.target(events[0]) ? e : seen;
        }
        int write = seen;
        return early ? writes(trace, events).anyMatch(e -> e == write) : seen != events[0];
    }
}
