// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Events are numbered from 0, line by line. */
class TraceModelTest {
    private static TraceModel model(String text) throws IOException {
        return new TraceModel(TextTrace.parse(text));
    }

    @Test
    void ordersForkBeforeTheChildAndItsEndBeforeJoin() throws IOException {
        TraceModel model = model("""
                A|w(x)|1
                A|fork(B)|2
                A|w(x)|3
                B|w(x)|4
                B|w(x)|5
                A|w(x)|6
                A|join(B)|7
                A|w(x)|8
                """);
        assertThat(model.happensBefore(0, 3)).isTrue();
        assertThat(model.happensBefore(1, 4)).isTrue();
        assertThat(model.unordered(2, 3)).isTrue();
        assertThat(model.unordered(4, 5)).isTrue();
        assertThat(model.happensBefore(4, 7)).isTrue();
        assertThat(model.happensBefore(7, 4)).isFalse();
        assertThat(model.happensBefore(2, 5)).isTrue();
    }

    @Test
    void ordersAVolatileWriteBeforeTheReadThatSeesItAndNoOther() throws IOException {
        TraceModel model = model("""
                A|w(x)|1
                A|vw(f)|2
                B|vr(f)|3
                C|vr(g)|4
                A|w(x)|5
                """);
        assertThat(model.happensBefore(0, 2)).isTrue();
        assertThat(model.unordered(0, 3)).isTrue();
        assertThat(model.unordered(2, 4)).isTrue();
    }

    @Test
    void doesNotOrderByLocksNorByPlainReads() throws IOException {
        TraceModel model = model("""
                A|acq(l)|1
                A|w(x)|2
                A|rel(l)|3
                B|acq(l)|4
                B|r(x)|5
                B|rel(l)|6
                """);
        assertThat(model.unordered(1, 4)).isTrue();
        assertThat(model.partner(4)).isEqualTo(1);
        assertThat(model.dependencies(4)).containsExactly(1);
        assertThat(model.partner(0)).isEqualTo(2);
        assertThat(model.partner(2)).isZero();
    }

    @Test
    void ordersUseOfAClassAfterItsInitialiserAndAwaitAfterAllSignals() throws IOException {
        TraceModel model = model("""
                A|initBegin(C)|1
                A|fork(D)|2
                A|initEnd(C)|3
                B|initUse(C)|4
                A|publish(q)|5
                B|publish(q)|6
                D|observe(q)|7
                """);
        assertThat(model.happensBefore(2, 3)).isTrue();
        assertThat(model.happensBefore(4, 6)).isTrue();
        assertThat(model.happensBefore(5, 6)).isTrue();
        assertThat(model.unordered(4, 5)).isTrue();
        assertThat(model.inseparable(0)).isTrue();
        assertThat(model.inseparable(1)).isTrue();
        assertThat(model.inseparable(2)).isFalse();
        assertThat(model.insideInitialiser(1)).isTrue();
    }

    @Test
    void aNotifyWakesTheThreadThatWaitsLongest() throws IOException {
        TraceModel model = model("""
                A|acq(l)|1
                A|rel(l)|2
                B|acq(l)|3
                B|rel(l)|4
                C|acq(l)|5
                C|notify(l)|6
                C|notify(l)|7
                C|rel(l)|8
                B|wake(l)|4
                B|acq(l)|4
                B|rel(l)|9
                A|wake(l)|2
                A|acq(l)|2
                """);
        assertThat(model.partner(11)).as("A, who came first").isEqualTo(5);
        assertThat(model.partner(8)).as("B").isEqualTo(6);
        assertThat(model.happensBefore(6, 8)).isTrue();
        assertThat(model.inseparable(8)).isTrue();
        assertThat(model.isReacquire(9)).isTrue();
        assertThat(model.isReacquire(2)).isFalse();
    }

    @Test
    void aWaitThatTimedOutHasNoPartner() throws IOException {
        TraceModel model = model("""
                C|acq(l)|1
                C|notify(l)|2
                C|rel(l)|3
                A|acq(l)|4
                A|rel(l)|5
                A|wake(l)|5
                A|acq(l)|5
                """);
        assertThat(model.partner(5)).isEqualTo(-1);
    }

    @Test
    void knowsTheLocksHeldAndTheOutermostSection() throws IOException {
        TraceModel model = model("""
                A|w(x)|1
                A|acq(l)|2
                A|acq(m)|3
                A|w(x)|4
                A|rel(l)|5
                A|w(x)|6
                A|rel(m)|7
                A|acq(m)|8
                A|w(x)|9
                """);
        assertThat(model.lockset(0)).isZero();
        assertThat(model.locks(model.lockset(3))).containsExactly(0, 1);
        assertThat(model.locks(model.lockset(5))).containsExactly(1);
        assertThat(model.lockset(8)).isEqualTo(model.lockset(5));
        assertThat(model.regionStart(5)).isEqualTo(1);
        assertThat(model.regionStart(8)).isEqualTo(7);
        assertThat(model.regionStart(0)).isEqualTo(-1);
        assertThat(model.locks(model.otherLocks(2))).containsExactly(0);
        assertThat(model.disjoint(model.lockset(3), model.lockset(5))).isFalse();
    }

    @Test
    void threadsMayHoldALockTogetherThatBothShare() throws IOException {
        TraceModel model = model("""
                A|acqs(l)|1
                A|w(x)|2
                B|acqs(l)|3
                B|w(x)|4
                A|rels(l)|5
                B|rels(l)|6
                B|acq(l)|7
                B|w(x)|8
                B|acqs(l)|9
                B|w(x)|10
                B|rel(l)|11
                B|w(x)|12
                """);
        assertThat(model.locks(model.lockset(1))).containsExactly(0);
        assertThat(model.disjoint(model.lockset(1), model.lockset(3))).isTrue();
        assertThat(model.disjoint(model.lockset(1), model.lockset(7))).isFalse();
        assertThat(model.disjoint(model.lockset(7), model.lockset(7))).isFalse();
        assertThat(model.disjoint(model.lockset(1), model.lockset(9))).isFalse();
        assertThat(model.disjoint(model.lockset(1), model.lockset(11)))
                .as("a share is left")
                .isTrue();
        assertThat(model.blocks(model.lockset(1), 0, true)).isFalse();
        assertThat(model.blocks(model.lockset(1), 0, false)).isTrue();
        assertThat(model.blocks(model.lockset(7), 0, true)).isTrue();
        assertThat(model.intersection(model.lockset(7), model.lockset(1)))
                .as("only shared")
                .isEqualTo(model.lockset(1));
        assertThat(model.exclusive(model.lockset(1))).isZero();
        assertThat(model.strengthened(model.lockset(1))).isEqualTo(model.lockset(7));
        assertThat(model.partner(0)).isEqualTo(4);
        assertThat(model.partner(2)).isEqualTo(5);
        assertThat(model.partner(6)).isEqualTo(10);
        assertThat(model.locksetAfter(10)).isEqualTo(model.lockset(11));
        assertThat(model.regionStart(11)).isEqualTo(6);
    }

    @Test
    void aTakeNeedsTheFirstPermitsGivenAndNoMore() throws IOException {
        TraceModel model = model("""
                # semaphore 1|s
                A|permitRelease(s)|1
                B|permitRelease(s)|2
                C|permitRelease(s)|3
                D|permitAcquire(s)|4
                D|permitAcquire(s)|5
                A|permitAcquire(s)|6
                D|permitAcquire(s)|7
                """);
        assertThat(model.dependencies(3)).as("the permit that was there").isEmpty();
        assertThat(model.dependencies(4)).containsExactly(0);
        assertThat(model.dependencies(5))
                .as("its own permit releases are no dependency")
                .containsExactly(1);
        assertThat(model.dependencies(6))
                .as("what an earlier one needed is not said again")
                .containsExactly(1, 2);
        assertThat(model.happensBefore(0, 4)).isTrue();
        assertThat(model.unordered(1, 4)).isTrue();
        assertThat(model.unordered(2, 5)).isTrue();
        assertThat(model.happensBefore(2, 6)).isTrue();
    }
}
