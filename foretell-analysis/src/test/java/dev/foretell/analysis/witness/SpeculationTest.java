package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpeculationTest {
    private static Speculation.Guess guess(String text, Goal goal) throws IOException {
        return new WitnessBuilder(new TraceModel(TextTrace.parse(text)))
                .speculation()
                .find(goal);
    }

    /** B reads what A wrote in its section before B writes y: with values kept, B cannot come to y before A has left. */
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
        Speculation.Guess guess = guess(HAND_OVER, race);
        assertThat(guess.schedule()).containsExactly(4, 5, 6);
        assertThat(guess.otherReads()).isEqualTo(1);
        assertThat(guess.firstOther()).isEqualTo(5);
    }

    @Test
    void letsVolatileReadsOfThePatternSeeSomethingElse() throws IOException {
        // B's region reads the flag twice; recorded after A has set it, it could have read it once before.
        String flag = "A|vw(f)|1\nB|acq(l)|2\nB|vr(f)|3\nB|vr(f)|4\nB|rel(l)|5\n";
        Speculation.Guess guess = guess(flag, Goal.inOrder(2, 0, 3));
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
    void keepsOrderAndLocksOnRandomTracesAndFindsMostOfWhatTheyAllow() {
        RandomTraces traces = new RandomTraces(31, 3, 2, 2, true);
        Random random = new Random(32);
        int allowed = 0;
        int guessed = 0;
        int forbidden = 0;
        for (int i = 0; i < 1500; i++) {
            Trace trace = traces.next(14);
            Oracle oracle = new Oracle(trace, true);
            Speculation speculation = new WitnessBuilder(new TraceModel(trace)).speculation();
            int a = random.nextInt(trace.size());
            int b = random.nextInt(trace.size());
            if (a == b
                    || trace.thread(a) == trace.thread(b)
                    || !WitnessAgainstOracleTest.isConflict(trace, Math.min(a, b), Math.max(a, b))) {
                continue;
            }
            boolean feasible = oracle.together(a, b);
            Speculation.Guess guess = speculation.find(Goal.together(a, b));
            allowed += feasible ? 1 : 0;
            forbidden += feasible ? 0 : 1;
            if (guess != null) {
                guessed++;
                assertThat(feasible).as(() -> TextTrace.format(trace)).isTrue();
                assertThat(oracle.isValid(guess.schedule())).isTrue();
            }
        }
        assertThat(forbidden).isPositive();
        assertThat(guessed).isGreaterThan(allowed * 3 / 4);
    }
}
