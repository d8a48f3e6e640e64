// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.FindingGroups;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
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
    private Finding finding(String kind, Status status, SeverityRules severity, String group) {
        String id = kind + ++number;
        Finding.Access access = new Finding.Access(
                "t",
                "main/0",
                "write",
                "C",
                group,
                "C.java",
                number,
                "C.java:" + number,
                "",
                group,
                List.of(),
                null,
                "",
                group);
        return new Finding(
                id,
                id,
                kind,
                status,
                severity,
                "",
                Harm.NONE,
                group,
                "w-w",
                List.of(access),
                new Finding.Schedule(1, 1, List.of(), List.of()),
                "clips/" + id + ".clip",
                Finding.Replays.NONE,
                List.of("pecan"),
                false,
                false);
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
                .forEach(i -> predicted.add(finding("race", Status.REFUTED, SeverityRules.ERROR, "v" + i)));
        predicted.add(finding("order", Status.PREDICTED, SeverityRules.NOTE, "x"));
        predicted.add(finding("order", Status.PREDICTED, SeverityRules.NOTE, "y"));
        assertThat(tried(predicted).subList(0, 4)).containsExactly("race1", "order41", "race2", "order42");
    }

    @Test
    void triesOneOfEachGroupBeforeTheSecondOfAny() {
        List<Finding> predicted = List.of(
                finding("race", Status.PREDICTED, SeverityRules.ERROR, "a"),
                finding("race", Status.PREDICTED, SeverityRules.ERROR, "a"),
                finding("race", Status.REFUTED, SeverityRules.ERROR, "b"),
                finding("race", Status.PREDICTED, SeverityRules.ERROR, "c"));
        assertThat(tried(predicted)).containsExactly("race1", "race4", "race3", "race2");
    }

    @Test
    void aGroupThatAnotherKindHasTriedComesLater() {
        List<Finding> predicted = List.of(
                finding("race", Status.PREDICTED, SeverityRules.ERROR, "a"),
                finding("atomicity", Status.PREDICTED, SeverityRules.WARNING, "a"),
                finding("atomicity", Status.PREDICTED, SeverityRules.WARNING, "b"));
        assertThat(tried(predicted)).containsExactly("race1", "atomicity3", "atomicity2");
    }

    @Test
    void whatWouldBeWorseComesFirstAndAWitnessBeforeAGuess() {
        List<Finding> predicted = List.of(
                finding("atomicity", Status.PREDICTED, SeverityRules.NOTE, "a"),
                finding("atomicity", Status.REFUTED, SeverityRules.WARNING, "b"),
                finding("atomicity", Status.PREDICTED, SeverityRules.WARNING, "c"),
                finding("atomicity", Status.PREDICTED, SeverityRules.WARNING, "c"));
        assertThat(tried(predicted)).containsExactly("atomicity3", "atomicity2", "atomicity4", "atomicity1");
    }

    @Test
    void notesHaveALimitUnlessATimeWasAskedFor() {
        List<Finding> predicted = new ArrayList<>();
        IntStream.range(0, PredictionQueue.MAX_NOTES + 3)
                .forEach(i -> predicted.add(finding("order", Status.PREDICTED, SeverityRules.NOTE, "v" + i)));
        PredictionQueue limited = PredictionQueue.of(predicted, false);
        assertThat(limited.tried()).hasSize(PredictionQueue.MAX_NOTES);
        assertThat(limited.left()).hasSize(3);
        assertThat(limited.truncated()).singleElement().asString().startsWith("3 of 43 possible orders");
        PredictionQueue all = PredictionQueue.of(predicted, true);
        assertThat(all.tried()).hasSize(PredictionQueue.MAX_NOTES + 3);
        assertThat(all.truncated()).isEmpty();
    }

    @Test
    void kindsAreCounted() {
        Finding race = finding("race", Status.PREDICTED, SeverityRules.ERROR, "a");
        Finding order = finding("order", Status.PREDICTED, SeverityRules.NOTE, "a");
        assertThat(PredictionQueue.kinds(List.of(race, order, race))).isEqualTo("1 order, 2 race");
    }

    /** Whatever is predicted: wherever the time ends, what was tried so far is a fair choice. */
    @Test
    void everyPrefixIsFair() {
        Random random = new Random(20);
        String[] kinds = {"race", "order", "deadlock", "atomicity"};
        for (int round = 0; round < 200; round++) {
            List<Finding> predicted = new ArrayList<>();
            int size = 1 + random.nextInt(40);
            for (int i = 0; i < size; i++) {
                predicted.add(finding(
                        kinds[random.nextInt(kinds.length)],
                        random.nextBoolean() ? Status.PREDICTED : Status.REFUTED,
                        random.nextInt(3) == 0 ? SeverityRules.NOTE : SeverityRules.ERROR,
                        "v" + random.nextInt(8)));
            }
            List<Finding> order = PredictionQueue.of(predicted, true).tried();
            assertThat(order).hasSameSizeAs(predicted);
            assertThat(new HashSet<>(ids(order))).isEqualTo(new HashSet<>(ids(predicted)));
            fair(order);
        }
    }

    private static void fair(List<Finding> order) {
        Map<String, Integer> turns = new HashMap<>();
        Map<String, Integer> tries = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            Finding next = order.get(i);
            List<Finding> rest = order.subList(i, order.size());
            int own = turns.merge(next.kind(), 1, Integer::sum);
            for (Finding other : rest) {
                // No kind is two turns behind another as long as it has anything to try.
                assertThat(own - turns.getOrDefault(other.kind(), 0)).isLessThanOrEqualTo(1);
                boolean equal = other.kind().equals(next.kind())
                        && (other.severity() == SeverityRules.NOTE) == (next.severity() == SeverityRules.NOTE);
                // No second of a group while its kind has one of a group that was tried less.
                assertThat(!equal || tried(tries, next) <= tried(tries, other)).isTrue();
                assertThat(!other.kind().equals(next.kind())
                                || next.severity() != SeverityRules.NOTE
                                || other.severity() == SeverityRules.NOTE)
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
