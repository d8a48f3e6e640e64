// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.ConflictingAccesses;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PecanSchedulesTest {
    private static PecanSchedules.Guess guess(String text, Goal goal) throws IOException {
        return new WitnessBuilder(new TraceModel(TextTrace.parse(text)))
                .pecanSchedules()
                .find(goal);
    }

    /**
     * B reads what A wrote in its section before B writes y: with reads-from kept, B cannot reach y before A has left.
     */
    private static final String HAND_OVER = """
            A|w(y)|1
            A|acq(l)|2
            A|w(x)|3
            A|rel(l)|4
            B|acq(l)|5
            B|r(x)|6
            B|rel(l)|7
            B|w(y)|8
            """;

    @Test
    void guessesWhereOnlyAReadStandsInTheWay() throws IOException {
        Goal race = Goal.together(0, 7);
        assertThat(new WitnessBuilder(new TraceModel(TextTrace.parse(HAND_OVER)))
                        .find(race)
                        .verdict())
                .isEqualTo(WitnessBuilder.Verdict.IMPOSSIBLE);
        PecanSchedules.Guess guess = guess(HAND_OVER, race);
        assertThat(guess.schedule()).containsExactly(4, 5, 6);
        assertThat(guess.otherReads()).isEqualTo(1);
        assertThat(guess.firstOther()).isEqualTo(5);
    }

    @Test
    void letsVolatileReadsOfThePatternSeeSomethingElse() throws IOException {
        // B's region reads the flag twice after A has set it; the first read could have come before.
        String flag = "A|vw(f)|1\nB|acq(l)|2\nB|vr(f)|3\nB|vr(f)|4\nB|rel(l)|5\n";
        PecanSchedules.Guess guess = guess(flag, Goal.inOrder(2, 0, 3));
        assertThat(guess.schedule()).containsExactly(1, 2, 0);
        // Other volatile reads are how threads wait for each other.
        String handOver = "A|vw(f)|1\nB|vr(f)|2\nB|acq(l)|3\nB|r(x)|4\nB|r(x)|5\nB|rel(l)|6\nA|w(x)|7\n";
        assertThat(guess(handOver, Goal.together(0, 3))).isNull();
    }

    @Test
    void neverGuessesAgainstOrderOrLocks() throws IOException {
        String forked = "A|w(y)|1\nA|fork(B)|2\nB|w(y)|3\n";
        assertThat(guess(forked, Goal.together(0, 2))).isNull();
        String locked = "A|acq(l)|1\nA|w(y)|2\nA|rel(l)|3\nB|acq(l)|4\nB|w(y)|5\nB|rel(l)|6\n";
        assertThat(guess(locked, Goal.together(1, 4))).isNull();
    }

    @Test
    void keepsOrderAndLocksOnRandomTracesAndFindsWhatTheyAllow() {
        RandomTraces traces = new RandomTraces(31, 3, 2, 2, true);
        Random random = new Random(32);
        int allowed = 0;
        int guessed = 0;
        int forbidden = 0;
        for (int i = 0; i < 1500; i++) {
            Trace trace = traces.next(14);
            ReorderingOracle oracle = new ReorderingOracle(trace, ReadsFromRule.OTHER_PLAIN);
            PecanSchedules pecanSchedules = new WitnessBuilder(new TraceModel(trace)).pecanSchedules();
            int a = random.nextInt(trace.size());
            int b = random.nextInt(trace.size());
            if (a == b
                    || trace.thread(a) == trace.thread(b)
                    || !ConflictingAccesses.are(trace, Math.min(a, b), Math.max(a, b))) {
                continue;
            }
            boolean feasible = oracle.together(a, b);
            PecanSchedules.Guess guess = pecanSchedules.find(Goal.together(a, b));
            allowed += feasible ? 1 : 0;
            forbidden += feasible ? 0 : 1;
            if (guess != null) {
                guessed++;
                assertThat(feasible).as(() -> TextTrace.format(trace)).isTrue();
                assertThat(oracle.isValid(guess.schedule())).isTrue();
            }
        }
        assertThat(forbidden).isPositive();
        assertThat(guessed).isEqualTo(allowed);
    }

    /**
     * A increments in two sections of an inner lock, nested in an outer one; B increments in the inner one alone, and
     * came first.
     */
    private static final String OUTER_LOCK = """
            B|acq(inner)|1
            B|r(n)|2
            B|w(n)|3
            B|rel(inner)|4
            A|acq(outer)|5
            A|acq(inner)|6
            A|r(n)|7
            A|rel(inner)|8
            A|acq(inner)|9
            A|w(n)|10
            A|rel(inner)|11
            A|rel(outer)|12
            """;

    @Test
    void comesBetweenTwoInnerSectionsOfAnOuterOne() throws IOException {
        PecanSchedules.Guess guess = guess(OUTER_LOCK, Goal.inOrder(6, 2, 9));
        assertThat(guess.schedule()).containsExactly(4, 5, 6, 7, 0, 1, 2, 3, 8);
        assertThat(guess.otherReads()).isEqualTo(1);
    }

    @Test
    void comesToAnyOrderThatLocksAllow() {
        RandomTraces traces = new RandomTraces(33, 3, 3, 2, true);
        Random random = new Random(34);
        int allowed = 0;
        int forbidden = 0;
        for (int i = 0; i < 1500; i++) {
            Trace trace = traces.next(14);
            int[] pattern = WitnessAgainstOracleTest.randomPattern(trace, random, 3);
            if (pattern == null || hasVolatileRead(trace, pattern)) {
                continue;
            }
            boolean feasible = new ReorderingOracle(trace, ReadsFromRule.OTHER_PLAIN).inOrder(pattern);
            PecanSchedules.Guess guess =
                    new WitnessBuilder(new TraceModel(trace)).pecanSchedules().find(Goal.inOrder(pattern));
            assertThat(guess != null)
                    .as(() -> Arrays.toString(pattern) + "\n" + TextTrace.format(trace))
                    .isEqualTo(feasible);
            allowed += feasible ? 1 : 0;
            forbidden += feasible ? 0 : 1;
        }
        assertThat(allowed).isGreaterThan(300);
        assertThat(forbidden).isGreaterThan(30);
    }

    /** Those of a pattern may read from any write although others may not: the oracle has no such rule. */
    private static boolean hasVolatileRead(Trace trace, int[] pattern) {
        return Arrays.stream(pattern).anyMatch(e -> trace.kind(e) == EventKind.VOLATILE_READ);
    }

    @Test
    void provesImpossibleExactlyWhatNoValuesAllow() {
        RandomTraces traces = new RandomTraces(35, 3, 3, 2, true);
        Random random = new Random(36);
        int onlyReads = 0;
        int forbidden = 0;
        for (int i = 0; i < 2000; i++) {
            Trace trace = traces.next(14);
            int[] pattern = WitnessAgainstOracleTest.randomPattern(trace, random, 2 + random.nextInt(3));
            if (pattern == null) {
                continue;
            }
            WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
            boolean feasible = new ReorderingOracle(trace, ReadsFromRule.OTHER).inOrder(pattern);
            WitnessBuilder.Answer answer = builder.find(Goal.inOrder(pattern), ReadsFromRule.OTHER);
            assertThat(answer.verdict())
                    .as(() -> Arrays.toString(pattern) + "\n" + TextTrace.format(trace))
                    .isEqualTo(feasible ? WitnessBuilder.Verdict.FOUND : WitnessBuilder.Verdict.IMPOSSIBLE);
            forbidden += feasible ? 0 : 1;
            boolean refuted = builder.find(Goal.inOrder(pattern)).verdict() == WitnessBuilder.Verdict.IMPOSSIBLE;
            onlyReads += feasible && refuted ? 1 : 0;
        }
        assertThat(onlyReads).isGreaterThan(50);
        assertThat(forbidden).isGreaterThan(50);
    }
}
