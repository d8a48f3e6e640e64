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

    private SimulatedProgram stage;
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
        stage = new SimulatedProgram(folder);
        fork = stage.site(EventKind.FORK, 1);
        join = stage.site(EventKind.JOIN, 2);
        enter = stage.site(EventKind.ACQUIRE, 5);
        exit = stage.site(EventKind.RELEASE, 6);
        read = stage.site(EventKind.READ, 10);
        write = stage.site(EventKind.WRITE, 11);
    }

    private static void assertFollowed(Outcome outcome) {
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
    }

    /** {@code System.exit} does not return, so what has not been noted by now never will be. */
    private void leave() throws IOException {
        stage.director().shuttingDown();
        assertFollowed(stage.outcome());
    }

    /** {@code System.exit(shared)}: no probe comes after the read, but the program ends by its thread. */
    @Test
    void takesTheEndOfTheProgramForTheEndOfAStepPastAnAccess() throws Exception {
        stage.until("main", join, 1).untilEnd("main/0").past("main", read, 1);
        assertFollowed(stage.play(p -> {
            SimulatedProgram.join(p, stage.start(p, fork, "worker", q -> q.write(box, write)), join);
            p.read(box, read);
            leave();
        }));
    }

    /** A thread that was to run until its end ends the program instead, and others go on until then. */
    @Test
    void takesTheEndOfTheProgramForTheEndOfItsThread() throws Exception {
        stage.until("main/0", write, 1).untilEnd("main").past("main/0", write, 1);
        CountDownLatch never = new CountDownLatch(1);
        stage.begin();
        var p = stage.director().attach(Thread.currentThread());
        Thread worker = stage.start(p, fork, "worker", q -> {
            q.write(box, write);
            never.await();
        });
        p.read(box, read);
        leave();
        stage.director().close();
        never.countDown();
        worker.join();
        assertFollowed(stage.outcome());
    }

    /** The same while the thread holds a monitor, or a class initialiser is running. */
    @Test
    void takesItAlsoInsideAMonitorAndAClassInitialiser() throws Exception {
        int init = stage.site(EventKind.INIT_BEGIN, 30);
        stage.until("main", join, 1).untilEnd("main/0").past("main", read, 1);
        assertFollowed(stage.play(p -> {
            SimulatedProgram.join(p, stage.start(p, fork, "worker", q -> q.write(box, write)), join);
            p.beforeEnter(lock, enter);
            p.afterEnter(lock, enter);
            p.read(box, read);
            p.enterInitializer(init);
            leave();
        }));
    }

    /** What others did in the recorded run before it was over they do here, too, before the program may end. */
    @Test
    void holdsTheThreadThatEndsTheProgramUntilTheOthersHaveTakenTheirSteps() throws Exception {
        stage.until("main", read, 1)
                .until("main/0", write, 1)
                .past("main", read, 1)
                .past("main/0", write, 2);
        CountDownLatch never = new CountDownLatch(1);
        int[] seen = new int[2];
        stage.begin();
        var p = stage.director().attach(Thread.currentThread());
        Thread worker = stage.start(p, fork, "worker", q -> {
            for (int i = 0; i < 2; i++) {
                q.write(box, write);
                box.x++;
            }
            never.await();
        });
        p.read(box, read);
        seen[0] = box.x;
        stage.director().shuttingDown();
        seen[1] = box.x;
        stage.director().close();
        never.countDown();
        worker.join();
        assertFollowed(stage.outcome());
        assertThat(seen).containsExactly(0, 2);
    }

    /** A thread that is joined ends the program. */
    @Test
    void endsWithAThreadThatAnotherOneJoins() throws Exception {
        stage.until("main", join, 1).past("main/0", read, 1);
        stage.begin();
        var p = stage.director().attach(Thread.currentThread());
        CountDownLatch ended = new CountDownLatch(1);
        boolean[] followed = new boolean[1];
        Thread leaving = stage.start(p, fork, "leaving", q -> {
            q.read(box, read);
            stage.director().shuttingDown();
            followed[0] = stage.outcome().followed();
            ended.countDown();
        });
        p.beforeJoin(leaving, join);
        ended.await();
        assertThat(followed).containsExactly(true);
        stage.director().close();
        assertFollowed(stage.outcome());
    }

    /** Threads that the leaving one would start from here on are shutdown hooks, which run free. */
    @Test
    void leavesShutdownHooksAlone() throws Exception {
        stage.past("main", read, 1)
                .until("main/0", read, 1)
                .until("main/0/3", write, 1)
                .untilEnd("main/1");
        stage.past("main/0", read, 1);
        assertFollowed(stage.play(p -> {
            p.read(box, read);
            stage.director().shuttingDown();
        }));
    }

    /** A thread that the program did not start is none of its hooks when another one was to start it. */
    @Test
    void missesThreadsThatWereNeverStarted() throws Exception {
        stage.patience = 300;
        stage.until("main", join, 1).untilEnd("main/0/0").past("main", read, 1);
        Outcome outcome = stage.play(p -> {
            SimulatedProgram.join(p, stage.start(p, fork, "worker", q -> {}), join);
            p.read(box, read);
            stage.director().shuttingDown();
        });
        assertThat(outcome.followed()).isFalse();
        assertThat(outcome.problem()).contains("was never started");
    }

    /** A program that ends before its thread has done what it did in the recorded run has gone another way. */
    @Test
    void refusesAnEndThatComesTooEarly() throws Exception {
        stage.past("main", read, 1).past("main", write, 1);
        Outcome outcome = stage.play(p -> {
            p.read(box, read);
            stage.director().shuttingDown();
        });
        assertThat(outcome.followed()).isFalse();
        assertThat(outcome.problem()).contains("ends the program before its 1st write of Play.x at Play.java:11");
    }

    /** The last thread that is no daemon ends, and a daemon has something to do yet. */
    @Test
    void letsDaemonsTakeTheirStepsBeforeTheJvmIsGone() throws Exception {
        stage.until("main", join, 1)
                .until("main/0", write, 1)
                .untilEnd("main/1")
                .past("main/0", write, 2);
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean closed = new AtomicBoolean();
        Thread main = Thread.currentThread();
        stage.begin();
        var p = stage.director().attach(main);
        Thread daemon = stage.start(p, fork, "daemon", q -> {
            q.write(box, write);
            while (!closed.get() && main.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // until the JVM waits for it
            }
            box.x = 7;
            q.write(box, write);
            never.await();
        });
        SimulatedProgram.join(p, stage.start(p, fork, "other", q -> {}), join);
        stage.director().exiting(main);
        stage.director().close();
        closed.set(true);
        assertThat(box.x).isEqualTo(7);
        never.countDown();
        daemon.join();
        assertFollowed(stage.outcome());
    }

    /** A worker has nothing to do until main goes on, so its first step is passed over; then it ends. */
    @Test
    void takesAnEndThatWasPassedOverForReached() throws Exception {
        stage.untilEnd("main/0").until("main", read, 1).until("main", write, 1).untilEnd("main/0");
        CountDownLatch task = new CountDownLatch(1);
        assertFollowed(stage.play(p -> {
            stage.start(p, fork, "worker", q -> task.await());
            p.read(box, read);
            task.countDown();
            p.write(box, write);
        }));
    }
}
