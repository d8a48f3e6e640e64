// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Inputs;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Time limits of the program, as instrumented code reports them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgramTimeoutsTest {
    private static final long MILLIS = 20;

    @TempDir
    Path folder;

    private SimulatedProgram program;
    private int read;
    private int wait;
    private int sleep;
    private final Object monitor = new Object();

    @BeforeEach
    void sites() {
        program = new SimulatedProgram(folder);
        read = program.site(EventKind.READ, 1);
        wait = program.waitSite(2);
        sleep = program.site(EventKind.OBSERVE, 5);
    }

    /** Holds the thread's schedule open until it ends, so that all of it is directed. */
    private Outcome runProgram(SimulatedProgram.Body body) throws Exception {
        return program.until("main", read, 1).untilEnd("main").run(p -> {
            p.read(this, read);
            body.run(p);
        });
    }

    private static void await(CountDownLatch latch, long millis, ThreadProbe p) throws InterruptedException {
        Inputs.waiting(millis, TimeUnit.MILLISECONDS, p);
        latch.await(millis, TimeUnit.MILLISECONDS);
        Inputs.waited(p);
    }

    private void sleep(long millis, ThreadProbe p) throws InterruptedException {
        p.beforePause(sleep);
        Inputs.waitingMillis(millis, 0, p);
        Thread.sleep(millis);
        Inputs.waited(p);
        p.afterPause(sleep);
    }

    @Test
    void notesOnlyATimeLimitThatExpired() throws Exception {
        assertThat(runProgram(p -> await(new CountDownLatch(1), MILLIS, p)).expired())
                .contains("time limit of " + MILLIS + " ms");
        sites();
        assertThat(runProgram(p -> await(new CountDownLatch(0), 60_000, p)).expired())
                .isEmpty();
    }

    @Test
    void notesATimedWaitThatExpired() throws Exception {
        assertThat(runProgram(p -> {
                            synchronized (monitor) {
                                p.beforeWait(monitor, MILLIS, wait);
                                monitor.wait(MILLIS);
                                p.afterWait(monitor, wait);
                            }
                        })
                        .expired())
                .contains("time limit");
    }

    /** As future.get(limit) does: instrumented code reaches no probe before the exception has left the thread. */
    @Test
    void notesATimeLimitBeforeItsTimeoutException() throws Exception {
        Outcome outcome = runProgram(p -> {
            Inputs.waiting(MILLIS, TimeUnit.MILLISECONDS, p);
            new CountDownLatch(1).await(MILLIS, TimeUnit.MILLISECONDS);
            program.director().uncaught(Thread.currentThread(), new IllegalStateException("late"));
        });
        assertThat(outcome.uncaught()).hasSize(1);
        assertThat(outcome.sure()).isZero();
    }

    @Test
    void anExceptionBeforeATimeLimitExpiresIsNotedFirst() throws Exception {
        Outcome outcome = runProgram(p -> {
            program.director().uncaught(Thread.currentThread(), new IllegalStateException("early"));
            await(new CountDownLatch(1), MILLIS, p);
        });
        assertThat(outcome.expired()).isNotEmpty();
        assertThat(outcome.sure()).isEqualTo(1);
    }

    @Test
    void aSleepIsNoTimeLimitUnlessRepeated() throws Exception {
        assertThat(runProgram(p -> sleep(MILLIS, p)).expired()).isEmpty();
        sites();
        assertThat(runProgram(p -> {
                            sleep(1, p);
                            sleep(1, p);
                        })
                        .expired())
                .contains("again and again");
    }

    @Test
    void shortLimitsAddUp() throws Exception {
        assertThat(runProgram(p -> await(new CountDownLatch(1), 2, p)).expired())
                .isEmpty();
        sites();
        assertThat(runProgram(p -> {
                            for (int i = 0; i < 10; i++) {
                                await(new CountDownLatch(1), 2, p);
                            }
                        })
                        .expired())
                .isNotEmpty();
    }
}
