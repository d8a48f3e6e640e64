// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a schedule ends when the program does: by a thread that ends it, or with daemons that have steps left. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorShutdownTest {
    private static final class Box {
        int x;
    }

    @TempDir
    Path folder;

    private SimulatedProgram program;
    private final Box box = new Box();
    private final Object lock = new Object();
    private int fork;
    private int join;
    private int enter;
    private int exit;
    private int read;
    private int write;

    @BeforeEach
    void build() {
        program = new SimulatedProgram(folder);
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        enter = program.site(EventKind.ACQUIRE, 5);
        exit = program.site(EventKind.RELEASE, 6);
        read = program.site(EventKind.READ, 10);
        write = program.site(EventKind.WRITE, 11);
    }

    private static void assertFollowed(Outcome outcome) {
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
    }

    /** {@code System.exit} does not return, so everything has to be in the outcome by now. */
    private void endProgram() throws IOException {
        program.director().shuttingDown();
        assertFollowed(program.outcome());
    }

    /** {@code System.exit(shared)}: no probe comes after the read, but the program ends by its thread. */
    @Test
    void theEndOfTheProgramCompletesAStepPastAnAccess() throws Exception {
        program.until("main", join, 1).untilEnd("main/0").past("main", read, 1);
        assertFollowed(program.run(p -> {
            SimulatedProgram.join(p, program.start(p, fork, "worker", q -> q.write(box, write)), join);
            p.read(box, read);
            endProgram();
        }));
    }

    /** A thread that was to run until its end ends the program instead, and others go on until then. */
    @Test
    void theEndOfTheProgramCompletesAStepUntilTheEndOfItsThread() throws Exception {
        program.until("main/0", write, 1).untilEnd("main").past("main/0", write, 1);
        CountDownLatch never = new CountDownLatch(1);
        program.begin();
        var p = program.director().attach(Thread.currentThread());
        Thread worker = program.start(p, fork, "worker", q -> {
            q.write(box, write);
            never.await();
        });
        p.read(box, read);
        endProgram();
        program.director().close();
        never.countDown();
        worker.join();
        assertFollowed(program.outcome());
    }

    /** The same while the thread holds a monitor, or a class initialiser is running. */
    @Test
    void theProgramMayEndInsideAMonitorOrAClassInitialiser() throws Exception {
        int init = program.site(EventKind.INIT_BEGIN, 30);
        program.until("main", join, 1).untilEnd("main/0").past("main", read, 1);
        assertFollowed(program.run(p -> {
            SimulatedProgram.join(p, program.start(p, fork, "worker", q -> q.write(box, write)), join);
            p.beforeEnter(lock, enter);
            p.afterEnter(lock, enter);
            p.read(box, read);
            p.enterInitializer(init);
            endProgram();
        }));
    }

    /** Other threads complete their steps before the program ends, as they did in the recorded run. */
    @Test
    void holdsTheThreadThatEndsTheProgramUntilOthersHaveCompletedTheirSteps() throws Exception {
        program.until("main", read, 1)
                .until("main/0", write, 1)
                .past("main", read, 1)
                .past("main/0", write, 2);
        CountDownLatch never = new CountDownLatch(1);
        int[] seen = new int[2];
        program.begin();
        var p = program.director().attach(Thread.currentThread());
        Thread worker = program.start(p, fork, "worker", q -> {
            for (int i = 0; i < 2; i++) {
                q.write(box, write);
                box.x++;
            }
            never.await();
        });
        p.read(box, read);
        seen[0] = box.x;
        program.director().shuttingDown();
        seen[1] = box.x;
        program.director().close();
        never.countDown();
        worker.join();
        assertFollowed(program.outcome());
        assertThat(seen).containsExactly(0, 2);
    }

    /** A thread that is joined ends the program. */
    @Test
    void theProgramIsEndedByAThreadThatAnotherJoins() throws Exception {
        program.until("main", join, 1).past("main/0", read, 1);
        program.begin();
        var p = program.director().attach(Thread.currentThread());
        CountDownLatch ended = new CountDownLatch(1);
        boolean[] followed = new boolean[1];
        Thread leaving = program.start(p, fork, "leaving", q -> {
            q.read(box, read);
            program.director().shuttingDown();
            followed[0] = program.outcome().followed();
            ended.countDown();
        });
        p.beforeJoin(leaving, join);
        ended.await();
        assertThat(followed).containsExactly(true);
        program.director().close();
        assertFollowed(program.outcome());
    }

    /** Threads that start after the program has been ended are shutdown hooks, which run free. */
    @Test
    void doesNotDirectShutdownHooks() throws Exception {
        program.past("main", read, 1)
                .until("main/0", read, 1)
                .until("main/0/3", write, 1)
                .untilEnd("main/1");
        program.past("main/0", read, 1);
        assertFollowed(program.run(p -> {
            p.read(box, read);
            program.director().shuttingDown();
        }));
    }

    /** A thread that was not started is no shutdown hook when another thread was to start it. */
    @Test
    void reportsThreadsThatWereNeverStarted() throws Exception {
        program.patience = 300;
        program.until("main", join, 1).untilEnd("main/0/0").past("main", read, 1);
        Outcome outcome = program.run(p -> {
            SimulatedProgram.join(p, program.start(p, fork, "worker", q -> {}), join);
            p.read(box, read);
            program.director().shuttingDown();
        });
        assertThat(outcome.followed()).isFalse();
        assertThat(outcome.problem()).contains("was never started");
    }

    /** A program that ends before its thread has completed its steps diverges. */
    @Test
    void reportsAProgramThatEndsTooEarly() throws Exception {
        program.past("main", read, 1).past("main", write, 1);
        Outcome outcome = program.run(p -> {
            p.read(box, read);
            program.director().shuttingDown();
        });
        assertThat(outcome.followed()).isFalse();
        assertThat(outcome.problem()).contains("ends the program before its 1st write of Play.x at Play.java:11");
    }

    /** The last non-daemon thread ends, and a daemon has steps left. */
    @Test
    void daemonsCompleteTheirStepsBeforeTheJvmEnds() throws Exception {
        program.until("main", join, 1)
                .until("main/0", write, 1)
                .untilEnd("main/1")
                .past("main/0", write, 2);
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean closed = new AtomicBoolean();
        Thread main = Thread.currentThread();
        program.begin();
        var p = program.director().attach(main);
        Thread daemon = program.start(p, fork, "daemon", q -> {
            q.write(box, write);
            while (!closed.get() && main.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // until the JVM waits for it
            }
            box.x = 7;
            q.write(box, write);
            never.await();
        });
        SimulatedProgram.join(p, program.start(p, fork, "other", q -> {}), join);
        program.director().exiting(main);
        program.director().close();
        closed.set(true);
        assertThat(box.x).isEqualTo(7);
        never.countDown();
        daemon.join();
        assertFollowed(program.outcome());
    }

    /** A worker is idle until main continues, so its first step is passed over; then it ends. */
    @Test
    void aStepThatWasPassedOverIsCompletedByTheEndOfItsThread() throws Exception {
        program.untilEnd("main/0")
                .until("main", read, 1)
                .until("main", write, 1)
                .untilEnd("main/0");
        CountDownLatch task = new CountDownLatch(1);
        assertFollowed(program.run(p -> {
            program.start(p, fork, "worker", q -> task.await());
            p.read(box, read);
            task.countDown();
            p.write(box, write);
        }));
    }
}
