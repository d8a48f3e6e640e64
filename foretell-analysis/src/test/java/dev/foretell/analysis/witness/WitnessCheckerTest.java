// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Each rule once, by a schedule that violates only that rule. Events are numbered from 0, line by line. */
class WitnessCheckerTest {
    private static WitnessChecker checker(String text) throws IOException {
        return new WitnessChecker(TextTrace.parse(text));
    }

    private static int[] schedule(int... events) {
        return events;
    }

    @Test
    void threadsDoAPrefixOfWhatTheyDid() throws IOException {
        WitnessChecker checker = checker("A|w(x)|1\nA|w(y)|2\nB|w(z)|3\n");
        assertThat(checker.problem(schedule(2, 0, 1))).isEmpty();
        assertThat(checker.problem(schedule(1)))
                .hasValueSatisfying(s -> assertThat(s).contains("next event"));
        assertThat(checker.problem(schedule(0, 0))).isPresent();
    }

    @Test
    void threadsStartAfterTheirForkAndAreJoinedAfterTheirEnd() throws IOException {
        WitnessChecker checker = checker("A|fork(B)|1\nB|w(x)|2\nB|w(y)|3\nA|join(B)|4\n");
        assertThat(checker.problem(schedule(1)))
                .hasValueSatisfying(s -> assertThat(s).contains("started"));
        assertThat(checker.problem(schedule(0, 1, 3)))
                .hasValueSatisfying(s -> assertThat(s).contains("end"));
        assertThat(checker.problem(schedule(0, 1, 2, 3))).isEmpty();
    }

    @Test
    void locksAreHeldByOneThread() throws IOException {
        WitnessChecker checker = checker("A|acq(l)|1\nA|rel(l)|2\nB|acq(l)|3\nB|rel(l)|4\n");
        assertThat(checker.problem(schedule(2, 3, 0, 1))).isEmpty();
        assertThat(checker.problem(schedule(0, 2)))
                .hasValueSatisfying(s -> assertThat(s).contains("held"));
    }

    @Test
    void readsSeeTheWriteTheySaw() throws IOException {
        WitnessChecker checker = checker("C|r(x)|1\nA|w(x)|2\nB|r(x)|3\nA|w(x)|4\n");
        assertThat(checker.problem(schedule(1, 2, 3))).isEmpty();
        assertThat(checker.problem(schedule(2)))
                .hasValueSatisfying(s -> assertThat(s).contains("would not read from"));
        assertThat(checker.problem(schedule(1, 3, 2))).isPresent();
        assertThat(checker.problem(schedule(1, 0))).as("the initial value").isPresent();
    }

    @Test
    void waitsEndAfterTheirNotifyAndWithTheirLock() throws IOException {
        WitnessChecker checker = checker("""
                A|acq(l)|1
                A|rel(l)|2
                B|acq(l)|3
                B|notify(l)|4
                B|rel(l)|5
                A|wake(l)|2
                A|acq(l)|2
                C|w(x)|6
                """);
        assertThat(checker.problem(schedule(0, 1, 2, 3, 4, 5, 6))).isEmpty();
        assertThat(checker.problem(schedule(0, 1, 5, 6)))
                .hasValueSatisfying(s -> assertThat(s).contains("notified"));
        assertThat(checker.problem(schedule(2, 3, 4, 0, 1, 5, 6)))
                .hasValueSatisfying(s -> assertThat(s).contains("while it waited"));
        assertThat(checker.problem(schedule(0, 1, 2, 3, 5, 6, 4))).isPresent();
        assertThat(checker.problem(schedule(0, 1, 2, 3, 4, 5, 7, 6)))
                .hasValueSatisfying(s -> assertThat(s).contains("must be followed immediately"));
        assertThat(checker.problem(schedule(0, 1, 2, 3, 4, 5)))
                .hasValueSatisfying(s -> assertThat(s).contains("the schedule ends"));
    }

    @Test
    void initialisersAreNotSplitAndComeBeforeUse() throws IOException {
        WitnessChecker checker = checker("A|initBegin(C)|1\nA|fork(D)|2\nA|initEnd(C)|3\nB|initUse(C)|4\nE|w(x)|5\n");
        assertThat(checker.problem(schedule(4, 0, 1, 2, 3))).isEmpty();
        assertThat(checker.problem(schedule(0, 4, 1, 2))).isPresent();
        assertThat(checker.problem(schedule(0, 1))).isPresent();
        assertThat(checker.problem(schedule(3)))
                .hasValueSatisfying(s -> assertThat(s).contains("initialised"));
    }

    @Test
    void awaitComesAfterSignals() throws IOException {
        WitnessChecker checker = checker("A|publish(q)|1\nB|observe(q)|2\n");
        assertThat(checker.problem(schedule(0, 1))).isEmpty();
        assertThat(checker.problem(schedule(1))).isPresent();
    }

    @Test
    void racesConflictAndAreNext() throws IOException {
        WitnessChecker checker = checker("A|w(y)|1\nA|r(x)|2\nB|w(x)|3\nC|r(x)|4\nC|fork(D)|5\nD|w(x)|6\n");
        assertThat(checker.problem(schedule(0), 1, 2)).isEmpty();
        assertThat(checker.problem(schedule(), 1, 2))
                .hasValueSatisfying(s -> assertThat(s).contains("next"));
        assertThat(checker.problem(schedule(0), 1, 3))
                .hasValueSatisfying(s -> assertThat(s).contains("conflict"));
        assertThat(checker.problem(schedule(), 2, 5))
                .hasValueSatisfying(s -> assertThat(s).contains("started"));
        assertThat(checker.problem(schedule(2, 3), 0, 4))
                .hasValueSatisfying(s -> assertThat(s).contains("no anomaly"));
    }

    @Test
    void deadlocksAreACircleOfHeldLocks() throws IOException {
        WitnessChecker checker = checker("""
                A|acq(l)|1
                A|acq(m)|2
                A|rel(m)|3
                A|rel(l)|4
                B|acq(m)|5
                B|acq(l)|6
                """);
        assertThat(checker.problem(schedule(0, 4), 1, 5)).isEmpty();
        assertThat(checker.problem(schedule(0), 1, 4))
                .hasValueSatisfying(s -> assertThat(s).contains("cycle"));
    }

    @Test
    void locksAreHeldByOneOrShared() throws IOException {
        WitnessChecker checker = checker("""
                A|acqs(l)|1
                A|rels(l)|2
                B|acqs(l)|3
                B|rels(l)|4
                C|acq(l)|5
                C|acqs(l)|6
                C|rel(l)|7
                C|rels(l)|8
                """);
        assertThat(checker.problem(schedule(0, 2, 3, 1, 4, 5, 6))).isEmpty();
        assertThat(checker.problem(schedule(4, 5, 6, 0, 2)))
                .as("a share is left")
                .isEmpty();
        assertThat(checker.problem(schedule(0, 4)))
                .hasValueSatisfying(s -> assertThat(s).contains("held"));
        assertThat(checker.problem(schedule(4, 0)))
                .hasValueSatisfying(s -> assertThat(s).contains("shares a lock that is held"));
        assertThat(checker.problem(schedule(4, 5, 0))).isPresent();
    }

    @Test
    void permitsAreGivenBeforeTheyAreTaken() throws IOException {
        WitnessChecker checker = checker("""
                # semaphore 1|s
                A|permitAcquire(s)|1
                B|permitRelease(s)|2
                C|permitRelease(s)|3
                D|permitAcquire(s)|4
                E|permitAcquire(s)|5
                """);
        assertThat(checker.problem(schedule(1, 3, 0, 2, 4))).isEmpty();
        assertThat(checker.problem(schedule(0, 3)))
                .hasValueSatisfying(s -> assertThat(s).contains("permit"));
        assertThat(checker.problem(schedule(2, 3)))
                .as("the first permit releases count: too much order rather than too little")
                .isPresent();
        assertThat(checker.problem(schedule(1, 4))).isPresent();
    }

    @Test
    void inADeadlockSharedHoldersBlockExclusiveAcquires() throws IOException {
        String text = """
                A|acqs(l)|1
                A|KIND(m)|2
                A|RELEASE(m)|3
                A|rels(l)|4
                B|acqs(m)|5
                B|acq(l)|6
                """;
        WitnessChecker both = checker(text.replace("KIND", "acq").replace("RELEASE", "rel"));
        assertThat(both.problem(schedule(0, 4), 1, 5)).isEmpty();
        WitnessChecker shared = checker(text.replace("KIND", "acqs").replace("RELEASE", "rels"));
        assertThat(shared.problem(schedule(0, 4), 1, 5))
                .hasValueSatisfying(s -> assertThat(s).contains("would not block"));
    }
}
