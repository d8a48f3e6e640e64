// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Goal;
import dev.foretell.analysis.witness.PecanSchedules;
import dev.foretell.analysis.witness.RandomTraces;
import dev.foretell.analysis.witness.ReadsFromRule;
import dev.foretell.analysis.witness.ReorderingOracle;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.text.TextTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The candidates against their definition, and their witnesses and guesses against brute force, on random small traces.
 */
class SyncOrderAgainstDefinitionTest {
    private static final int TRACES = 9000;

    @Test
    void losesExactlyTheNotificationsThatEndedAWait() {
        int found = 0;
        RandomTraces random = new RandomTraces(41, 3, 1, 1, true);
        for (int i = 0; i < TRACES; i++) {
            Trace trace = random.next(60);
            Set<String> expected = wakings(trace);
            assertThat(found(trace, LostNotifications.LABEL))
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
            ReorderingOracle oracle = new ReorderingOracle(trace);
            ReorderingOracle anyValues = new ReorderingOracle(trace, ReadsFromRule.OTHER_PLAIN);
            WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
            for (CandidateGroup group :
                    new SyncOrderDetector().detect(new TraceModel(trace)).groups()) {
                int[] events = group.instances().get(0);
                Goal goal = Goal.of(group.shape(), events);
                boolean possible = oracle.inOrder(events);
                assertThat(builder.find(goal).verdict())
                        .as(() -> events[0] + " " + events[1] + "\n" + TextTrace.format(trace))
                        .isEqualTo(possible ? WitnessBuilder.Verdict.FOUND : WitnessBuilder.Verdict.IMPOSSIBLE);
                feasible += possible ? 1 : 0;
                infeasible += possible ? 0 : 1;
                guessable += anyValues.inOrder(events) ? 1 : 0;
                PecanSchedules.Guess guess = builder.pecanSchedules().find(goal);
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

    /** After a read or write a thread may interrupt another one. */
    private static Trace interrupting(Trace trace, Random random) {
        TraceBuilder out = new TraceBuilder();
        int threads = trace.threads().size();
        trace.threads().forEach(thread -> out.addThread(thread.path(), thread.name()));
        for (int i = 0; i < trace.siteCount(); i++) {
            out.addSite(trace.site(i));
        }
        for (int i = 0; i < trace.variableCount(); i++) {
            out.addVariable(trace.variableName(i), trace.variableOwner(i));
        }
        for (int i = 0; i < trace.lockCount(); i++) {
            out.addLock(trace.lockName(i));
        }
        for (int i = 0; i < trace.semaphoreCount(); i++) {
            out.addSemaphore(trace.semaphoreName(i), trace.initialPermits(i));
        }
        int channels = 0;
        for (int e = 0; e < trace.size(); e++) {
            boolean channel = trace.kind(e) == EventKind.PUBLISH || trace.kind(e) == EventKind.OBSERVE;
            channels = channel ? Math.max(channels, trace.target(e) + 1) : channels;
        }
        for (int thread = 0; thread < threads; thread++) {
            out.setThreadOfChannel(channels + thread, thread);
        }
        for (int e = 0; e < trace.size(); e++) {
            out.add(trace.kind(e), trace.thread(e), trace.target(e), trace.siteOf(e), trace.occurrence(e));
            if (trace.kind(e).isAccess() && random.nextBoolean()) {
                int site = out.addSite(new Site("", "", "", 1000 + e, -1, EventKind.PUBLISH, Site.INTERRUPT));
                out.add(EventKind.PUBLISH, trace.thread(e), channels + random.nextInt(threads), site, 1);
            }
        }
        return out.build(trace.run());
    }

    @Test
    void interruptsExactlyTheWaitsThatTheInterruptDoesNotDependOn() {
        int found = 0;
        int guessed = 0;
        int guessable = 0;
        RandomTraces random = new RandomTraces(45, 3, 1, 1, true);
        Random interrupts = new Random(46);
        for (int i = 0; i < TRACES; i++) {
            Trace trace = interrupting(random.next(60), interrupts);
            TraceModel model = new TraceModel(trace);
            Set<String> expected = new TreeSet<>();
            for (String waking : wakings(trace)) {
                int notify = Integer.parseInt(waking.substring(0, waking.indexOf(' ')));
                int begin = Integer.parseInt(waking.substring(waking.indexOf(' ') + 1));
                expected.addAll(early(model, notify, begin));
            }
            assertThat(found(trace, InterruptedWaits.LABEL))
                    .as(() -> TextTrace.format(trace))
                    .isEqualTo(expected);
            found += expected.size();
            ReorderingOracle anyValues = new ReorderingOracle(trace, ReadsFromRule.OTHER_PLAIN);
            WitnessBuilder builder = new WitnessBuilder(model);
            for (CandidateGroup group : new SyncOrderDetector().detect(model).groups()) {
                int[] events = group.instances().get(0);
                if (!group.label().equals(InterruptedWaits.LABEL)) {
                    continue;
                }
                Goal goal = EarlyWaitEnds.goal(model, events, EarlyWaitEnds.wait(trace, group.shape(), events));
                guessable += anyValues.inOrder(goal.chain()[0], goal.chain()[1], goal.next()[0]) ? 1 : 0;
                PecanSchedules.Guess guess = builder.pecanSchedules().find(goal);
                if (guess != null) {
                    guessed++;
                    assertThat(anyValues.isValid(guess.schedule()))
                            .as(() -> Arrays.toString(events) + "\n" + TextTrace.format(trace))
                            .isTrue();
                    assertThat(guess.schedule())
                            .containsSubsequence(goal.chain())
                            .doesNotContain(events[1], events[2]);
                    assertThat(anyValues.next(guess.schedule())).contains(goal.next()[0]);
                }
            }
        }
        assertThat(found).isGreaterThan(50);
        assertThat(guessable).isGreaterThan(20);
        assertThat(guessed).isGreaterThan(guessable * 9 / 10);
    }

    /**
     * The first interrupt of the waiting thread after the wait, unless happens-before orders it after the wait or the
     * section.
     */
    private static Set<String> early(TraceModel model, int notify, int begin) {
        Trace trace = model.trace();
        int wait = next(trace, begin);
        int section = notify;
        while (section >= 0
                && (trace.kind(section) != EventKind.ACQUIRE || trace.target(section) != trace.target(notify))) {
            section = previous(trace, section);
        }
        boolean own = trace.thread(notify) == trace.thread(wait);
        if (own || section < 0 || before(trace, section) == EventKind.WAKE) {
            return Set.of();
        }
        for (int e = wait + 1; e < trace.size(); e++) {
            if (trace.interruptedBy(e) == trace.thread(wait) && trace.thread(e) != trace.thread(wait)) {
                boolean fixed = model.happensBefore(wait, e) || model.happensBefore(section, e);
                return fixed ? Set.of() : Set.of(e + " " + wait);
            }
        }
        return Set.of();
    }

    private static int next(Trace trace, int event) {
        int e = event + 1;
        while (trace.thread(e) != trace.thread(event)) {
            e++;
        }
        return e;
    }

    /** Every event has a site of its own here, so that near and far are the same pair. */
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
                    if (sections && before(trace, b) != EventKind.WAKE) {
                        int entry = before(trace, a) == EventKind.WAKE ? previous(trace, a) : a;
                        if (!model.happensBefore(entry, b)) {
                            expected.add(b + " " + entry);
                        }
                    }
                }
            }
            assertThat(found(trace, SwappedSections.NEAR))
                    .as(() -> TextTrace.format(trace))
                    .isEqualTo(expected);
            assertThat(found(trace, SwappedSections.FAR)).isEmpty();
            found += expected.size();
        }
        assertThat(found).isGreaterThan(900);
    }

    private static Set<String> found(Trace trace, String label) {
        Set<String> found = new TreeSet<>();
        for (CandidateGroup group :
                new SyncOrderDetector().detect(new TraceModel(trace)).groups()) {
            if (group.label().equals(label)) {
                group.instances().forEach(events -> found.add(events[0] + " " + events[1]));
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

    /**
     * From the rules of docs/design/04-prediction.md: the thread that has waited longest is woken, or else the last
     * notify counts.
     */
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
                    if (next < trace.size() && trace.kind(next) == EventKind.WAKE) {
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
                case WAKE -> {
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
