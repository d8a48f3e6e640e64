package dev.foretell.analysis.overtaking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.detect.Suspect;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.Oracle;
import dev.foretell.analysis.witness.RandomTraces;
import dev.foretell.analysis.witness.Speculation;
import dev.foretell.analysis.witness.Values;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The candidates against their definition, and their witnesses and guesses against brute force, on random small traces. */
class OvertakingAgainstDefinitionTest {
    private static final int TRACES = 9000;

    @Test
    void losesExactlyTheNotificationsThatEndedAWait() {
        int found = 0;
        RandomTraces random = new RandomTraces(41, 3, 1, 1, true);
        for (int i = 0; i < TRACES; i++) {
            Trace trace = random.next(60);
            Set<String> expected = wakings(trace);
            assertThat(suspected(trace, LostNotifications.LABEL))
                    .as(() -> TextTrace.format(trace))
                    .isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isGreaterThan(200);
    }

    @ParameterizedTest
    @CsvSource({"42, 3, 2, 2, 18", "44, 2, 1, 1, 30"})
    void witnessesAreThoseOfBruteForceAndGuessesKeepOrderAndLocks(
            long seed, int threads, int locks, int variables, int size) {
        int feasible = 0;
        int infeasible = 0;
        int guessed = 0;
        int guessable = 0;
        RandomTraces random = new RandomTraces(seed, threads, locks, variables, true);
        for (int i = 0; i < TRACES; i++) {
            Trace trace = random.next(size);
            Oracle oracle = new Oracle(trace);
            Oracle anyValues = new Oracle(trace, Values.OTHER_PLAIN);
            WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
            for (Suspect suspect :
                    new OvertakingDetector().detect(new TraceModel(trace)).suspects()) {
                int[] events = suspect.instances().get(0);
                Goal goal = Goal.of(suspect.shape(), events);
                boolean possible = oracle.inOrder(events);
                assertThat(builder.find(goal).verdict())
                        .as(() -> events[0] + " " + events[1] + "\n" + TextTrace.format(trace))
                        .isEqualTo(possible ? WitnessBuilder.Verdict.FOUND : WitnessBuilder.Verdict.IMPOSSIBLE);
                feasible += possible ? 1 : 0;
                infeasible += possible ? 0 : 1;
                guessable += anyValues.inOrder(events) ? 1 : 0;
                Speculation.Guess guess = builder.speculation().find(goal);
                if (guess != null) {
                    guessed++;
                    assertThat(anyValues.isValid(guess.schedule()))
                            .as(() -> events[0] + " " + events[1] + "\n" + TextTrace.format(trace))
                            .isTrue();
                    assertThat(guess.schedule()).contains(events[0]);
                    assertThat(anyValues.next(guess.schedule())).contains(events[1]);
                }
            }
        }
        assertThat(feasible).isGreaterThan(1000);
        assertThat(infeasible).isGreaterThan(50);
        assertThat(guessed).isGreaterThan(guessable * 9 / 10);
    }

    /** Every event has a place of its own here, so that near and far are the same pair. */
    @Test
    void swapsExactlyTheSectionsThatNothingButTheLockHasPutInOrder() {
        int found = 0;
        RandomTraces random = new RandomTraces(43, 3, 2, 1, true);
        for (int i = 0; i < TRACES; i++) {
            Trace trace = random.next(16);
            TraceModel model = new TraceModel(trace);
            Set<String> expected = new TreeSet<>();
            for (int a = 0; a < trace.size(); a++) {
                for (int b = a + 1; b < trace.size(); b++) {
                    boolean sections = trace.kind(a) == EventKind.ACQUIRE
                            && trace.kind(b) == EventKind.ACQUIRE
                            && trace.target(a) == trace.target(b)
                            && trace.thread(a) != trace.thread(b);
                    if (sections && before(trace, b) != EventKind.WAIT) {
                        int entry = before(trace, a) == EventKind.WAIT ? previous(trace, a) : a;
                        if (!model.happensBefore(entry, b)) {
                            expected.add(b + " " + entry);
                        }
                    }
                }
            }
            assertThat(suspected(trace, SwappedSections.NEAR))
                    .as(() -> TextTrace.format(trace))
                    .isEqualTo(expected);
            assertThat(suspected(trace, SwappedSections.FAR)).isEmpty();
            found += expected.size();
        }
        assertThat(found).isGreaterThan(900);
    }

    private static Set<String> suspected(Trace trace, String label) {
        Set<String> found = new TreeSet<>();
        for (Suspect suspect :
                new OvertakingDetector().detect(new TraceModel(trace)).suspects()) {
            if (suspect.label().equals(label)) {
                suspect.instances().forEach(events -> found.add(events[0] + " " + events[1]));
            }
        }
        return found;
    }

    private static int previous(Trace trace, int event) {
        int e = event - 1;
        while (e >= 0 && trace.thread(e) != trace.thread(event)) {
            e--;
        }
        return e;
    }

    private static EventKind before(Trace trace, int event) {
        int previous = previous(trace, event);
        return previous < 0 ? EventKind.BEGIN : trace.kind(previous);
    }

    /** From the rules of docs/design/04-prediction.md: who has waited longest is woken, or else the last notify counts. */
    private static Set<String> wakings(Trace trace) {
        Set<String> wakings = new TreeSet<>();
        Map<Integer, int[]> wakers = new HashMap<>();
        List<Integer> line = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            int thread = trace.thread(e);
            switch (trace.kind(e)) {
                case RELEASE -> {
                    int next = e + 1;
                    while (next < trace.size() && trace.thread(next) != thread) {
                        next++;
                    }
                    if (next < trace.size() && trace.kind(next) == EventKind.WAIT) {
                        line.add(thread);
                        wakers.put(thread, new int[] {-1, -1, trace.target(e)});
                    }
                }
                case NOTIFY, NOTIFY_ALL -> {
                    boolean more = true;
                    for (int waiter : line) {
                        int[] waking = wakers.get(waiter);
                        if (waking[2] == trace.target(e)) {
                            waking[1] = e;
                            if (waking[0] < 0 && more) {
                                waking[0] = e;
                                more = trace.kind(e) == EventKind.NOTIFY_ALL;
                            }
                        }
                    }
                }
                case WAIT -> {
                    int[] waking = wakers.get(thread);
                    line.remove((Integer) thread);
                    int notify = waking[0] >= 0 ? waking[0] : waking[1];
                    if (notify >= 0) {
                        wakings.add(notify + " " + previous(trace, e));
                    }
                }
                default -> {}
            }
        }
        return wakings;
    }
}
