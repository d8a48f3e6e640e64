// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.FindingGroups;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Quota;
import dev.foretell.trace.anomaly.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PredictionQueueTest {
    private int number;

    /** {@code group} is the variable and the method. */
    private Finding finding(AnomalyKind kind, Status status, Severity severity, String group) {
        String id = kind.id() + ++number;
        Finding.Access access = new Finding.Access(
                new Finding.Actor("t", "main/0"),
                "write",
                new Finding.SourceLine("C", group, "C.java", number, "C.java:" + number, ""),
                new Finding.AccessTarget(group, List.of(), null, "", group));
        return new Finding(
                new Finding.FindingId(id, id, kind),
                new Finding.Judgement(status, severity, "", Harm.NONE),
                new Finding.Anomaly(group, "w-w", List.of(access)),
                new Finding.Replay(
                        new Finding.Schedule(1, 1, List.of(), List.of()),
                        "clips/" + id + ".clip",
                        Finding.Replays.NONE,
                        List.of("pecan"),
                        false,
                        false));
    }

    private static List<String> ids(List<Finding> findings) {
        return findings.stream().map(Finding::id).toList();
    }

    private static List<String> tried(List<Finding> predicted) {
        return ids(PredictionQueue.of(predicted, false).tried());
    }

    @Test
    void fortyGuessedRacesDoNotKeepTwoOrdersWaiting() {
        List<Finding> predicted = new ArrayList<>();
        IntStream.range(0, 40)
                .forEach(i -> predicted.add(finding(AnomalyKind.RACE, Status.REFUTED, Severity.ERROR, "v" + i)));
        predicted.add(finding(AnomalyKind.ORDER, Status.PREDICTED, Severity.NOTE, "x"));
        predicted.add(finding(AnomalyKind.ORDER, Status.PREDICTED, Severity.NOTE, "y"));
        assertThat(tried(predicted).subList(0, 4)).containsExactly("race1", "order41", "race2", "order42");
    }

    @Test
    void triesOneOfEachGroupBeforeTheSecondOfAny() {
        List<Finding> predicted = List.of(
                finding(AnomalyKind.RACE, Status.PREDICTED, Severity.ERROR, "a"),
                finding(AnomalyKind.RACE, Status.PREDICTED, Severity.ERROR, "a"),
                finding(AnomalyKind.RACE, Status.REFUTED, Severity.ERROR, "b"),
                finding(AnomalyKind.RACE, Status.PREDICTED, Severity.ERROR, "c"));
        assertThat(tried(predicted)).containsExactly("race1", "race4", "race3", "race2");
    }

    @Test
    void aGroupThatAnotherKindHasTriedComesLater() {
        List<Finding> predicted = List.of(
                finding(AnomalyKind.RACE, Status.PREDICTED, Severity.ERROR, "a"),
                finding(AnomalyKind.ATOMICITY, Status.PREDICTED, Severity.WARNING, "a"),
                finding(AnomalyKind.ATOMICITY, Status.PREDICTED, Severity.WARNING, "b"));
        assertThat(tried(predicted)).containsExactly("race1", "atomicity3", "atomicity2");
    }

    @Test
    void whatWouldBeWorseComesFirstAndAWitnessBeforeAGuess() {
        List<Finding> predicted = List.of(
                finding(AnomalyKind.ATOMICITY, Status.PREDICTED, Severity.NOTE, "a"),
                finding(AnomalyKind.ATOMICITY, Status.REFUTED, Severity.WARNING, "b"),
                finding(AnomalyKind.ATOMICITY, Status.PREDICTED, Severity.WARNING, "c"),
                finding(AnomalyKind.ATOMICITY, Status.PREDICTED, Severity.WARNING, "c"));
        assertThat(tried(predicted)).containsExactly("atomicity3", "atomicity2", "atomicity4", "atomicity1");
    }

    @Test
    void notesHaveALimitUnlessATimeWasAskedFor() {
        List<Finding> predicted = new ArrayList<>();
        IntStream.range(0, Quota.ORDERS.notes() + 3)
                .forEach(i -> predicted.add(finding(AnomalyKind.ORDER, Status.PREDICTED, Severity.NOTE, "v" + i)));
        PredictionQueue limited = PredictionQueue.of(predicted, false);
        assertThat(limited.tried()).hasSize(Quota.ORDERS.notes());
        assertThat(limited.left()).hasSize(3);
        assertThat(limited.truncated()).singleElement().asString().startsWith("3 of 43 possible orders");
        PredictionQueue all = PredictionQueue.of(predicted, true);
        assertThat(all.tried()).hasSize(Quota.ORDERS.notes() + 3);
        assertThat(all.truncated()).isEmpty();
    }

    @Test
    void kindsAreCounted() {
        Finding race = finding(AnomalyKind.RACE, Status.PREDICTED, Severity.ERROR, "a");
        Finding order = finding(AnomalyKind.ORDER, Status.PREDICTED, Severity.NOTE, "a");
        assertThat(PredictionQueue.kinds(List.of(race, order, race))).isEqualTo("1 order, 2 race");
    }

    /** Whatever is predicted: wherever the time ends, what was tried so far is a fair choice. */
    @Test
    void everyPrefixIsFair() {
        Random random = new Random(20);
        AnomalyKind[] kinds = {AnomalyKind.RACE, AnomalyKind.ORDER, AnomalyKind.DEADLOCK, AnomalyKind.ATOMICITY};
        for (int round = 0; round < 200; round++) {
            List<Finding> predicted = new ArrayList<>();
            int size = 1 + random.nextInt(40);
            for (int i = 0; i < size; i++) {
                predicted.add(finding(
                        kinds[random.nextInt(kinds.length)],
                        random.nextBoolean() ? Status.PREDICTED : Status.REFUTED,
                        random.nextInt(3) == 0 ? Severity.NOTE : Severity.ERROR,
                        "v" + random.nextInt(8)));
            }
            List<Finding> order = PredictionQueue.of(predicted, true).tried();
            assertThat(order).hasSameSizeAs(predicted);
            assertThat(new HashSet<>(ids(order))).isEqualTo(new HashSet<>(ids(predicted)));
            fair(order);
        }
    }

    private static void fair(List<Finding> order) {
        Map<AnomalyKind, Integer> turns = new HashMap<>();
        Map<String, Integer> tries = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            Finding next = order.get(i);
            List<Finding> rest = order.subList(i, order.size());
            int own = turns.merge(next.kind(), 1, Integer::sum);
            for (Finding other : rest) {
                // No kind is two turns behind another as long as it has anything to try.
                assertThat(own - turns.getOrDefault(other.kind(), 0)).isLessThanOrEqualTo(1);
                boolean equal = other.kind().equals(next.kind())
                        && (other.severity() == Severity.NOTE) == (next.severity() == Severity.NOTE);
                // No second of a group while its kind has one of a group that was tried less.
                assertThat(!equal || tried(tries, next) <= tried(tries, other)).isTrue();
                assertThat(!other.kind().equals(next.kind())
                                || next.severity() != Severity.NOTE
                                || other.severity() == Severity.NOTE)
                        .isTrue();
            }
            Set.copyOf(FindingGroups.keys(next)).forEach(key -> tries.merge(key, 1, Integer::sum));
        }
    }

    private static int tried(Map<String, Integer> tries, Finding finding) {
        return FindingGroups.keys(finding).stream()
                .mapToInt(key -> tries.getOrDefault(key, 0))
                .max()
                .orElse(0);
    }
}
