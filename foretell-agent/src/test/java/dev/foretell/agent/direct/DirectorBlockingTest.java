// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that block, in all the ways they can, while a schedule is followed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorBlockingTest {
    @TempDir
    Path folder;

    private SimulatedProgram stage;
    private int fork0;
    private int fork1;
    private int join;
    private int enter0;
    private int exit0;
    private int enter1;
    private int exit1;
    private int wait;
    private int notify;
    private int read;
    private int write;
    private int pause;
    private final Object monitor = new Object();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void sites() {
        stage = new SimulatedProgram(folder);
        fork0 = stage.site(EventKind.FORK, 1);
        fork1 = stage.site(EventKind.FORK, 2);
        join = stage.site(EventKind.JOIN, 3);
        enter0 = stage.site(EventKind.ACQUIRE, 10);
        exit0 = stage.site(EventKind.RELEASE, 11);
        enter1 = stage.site(EventKind.ACQUIRE, 20);
        exit1 = stage.site(EventKind.RELEASE, 21);
        wait = stage.waitSite(30);
        notify = stage.site(EventKind.NOTIFY, 31);
        read = stage.site(EventKind.READ, 40);
        write = stage.site(EventKind.WRITE, 41);
        pause = stage.site(EventKind.READ, 50);
    }

    /** Starts both, then joins both. */
    private Outcome play(SimulatedProgram.Body first, SimulatedProgram.Body second) throws Exception {
        return stage.play(p -> {
            Thread left = stage.start(p, fork0, "left", first);
            Thread right = stage.start(p, fork1, "right", second);
            SimulatedProgram.join(p, left, join);
            SimulatedProgram.join(p, right, join);
        });
    }

    private static void isFollowed(Outcome outcome) {
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
    }

    private void say(ThreadProbe p, String text) {
        p.write(log, write);
        log.add(text);
    }

    @Test
    void createsALockOrderDeadlockAndDescribesIt() throws Exception {
        Object other = new Object();
        stage.kind = "deadlock";
        stage.untilEnd("main").until("main/0", enter1, 1);
        stage.meet("main/0", enter1, 1).meet("main/1", enter0, 1);
        stage.begin();
        ThreadProbe main = stage.director().attach(Thread.currentThread());
        stage.start(
                main,
                fork0,
                "left",
                p -> SimulatedProgram.locked(
                        p,
                        monitor,
                        enter0,
                        exit0,
                        q -> SimulatedProgram.locked(q, other, enter1, exit1, r -> say(r, "left"))));
        stage.start(
                main,
                fork1,
                "right",
                p -> SimulatedProgram.locked(
                        p,
                        other,
                        enter1,
                        exit1,
                        q -> SimulatedProgram.locked(q, monitor, enter0, exit0, r -> say(r, "right"))));
        stage.director().exiting(Thread.currentThread()); // main ends without joining
        Outcome outcome = stage.outcome();
        while (outcome.deadlock().isEmpty() && outcome.problem().isEmpty()) {
            Thread.onSpinWait();
            outcome = stage.outcome();
        }
        stage.director().close();
        assertThat(outcome.created()).as(outcome.problem()).isTrue();
        assertThat(log).isEmpty();
        assertThat(outcome.deadlock())
                .contains("main/0 \"left\" holds java.lang.Object (2) and wants java.lang.Object (1), which main/1")
                .contains("main/1 \"right\" holds java.lang.Object (1) and wants java.lang.Object (2), which main/0")
                .contains("\n    at ")
                .doesNotContain("DirectedThread");
    }

    @Test
    void isNoDeadlockWhenTheMonitorIsFree() throws Exception {
        stage.kind = "deadlock";
        stage.meet("main/0", enter0, 1).meet("main/1", enter0, 1);
        Outcome outcome = play(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {}),
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {}));
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("does not want a monitor that another of them holds");
    }

    @Test
    void lendsTheBatonToTheOwnerOfAMonitor() throws Exception {
        // right stops inside its critical section, then left is to run to its end: it needs right to leave first
        stage.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = play(p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> say(q, "left")), p -> {
            SimulatedProgram.locked(p, monitor, enter0, exit0, q -> say(q, "right"));
            say(p, "right after");
        });
        isFollowed(outcome);
        assertThat(log).containsExactly("right", "left", "right after");
    }

    @Test
    void explainsAScheduleThatNobodyCanFollowAndLetsTheProgramGo() throws Exception {
        // left must run to its end while right must stay inside the monitor that left needs
        stage.patience = 60_000;
        stage.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .until("main/1", write, 1);
        stage.until("main/1", write, 1);
        Outcome outcome = play(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> say(q, "left")),
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    say(q, "right");
                    say(q, "right");
                }));
        assertThat(outcome.followed()).isFalse();
        assertThat(log).containsExactlyInAnyOrder("left", "right", "right");
        assertThat(outcome.problem())
                .contains("stopped at step 3: thread main/0 \"left\" was to run until its end")
                .contains(
                        "waits at Play.java:10 for the monitor of a java.lang.Object that thread main/1 \"right\" holds")
                .contains("main/1 \"right\" is held before write of Play.x at Play.java:41")
                .contains("main \"");
    }

    @Test
    void handsOverThroughWaitAndNotify() throws Exception {
        boolean[] full = {false};
        stage.until("main", join, 1)
                .until("main/0", stage.siteOf(wait + 1), 1)
                .untilEnd("main/1")
                .untilEnd("main/0");
        Outcome outcome = play(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    while (!full[0]) {
                        log.add("left waits");
                        SimulatedProgram.await(q, monitor, wait);
                    }
                    say(q, "left takes");
                }),
                p -> SimulatedProgram.locked(p, monitor, enter1, exit1, q -> {
                    say(q, "right gives");
                    full[0] = true;
                    q.beforeNotify(monitor, false, notify);
                    monitor.notify();
                }));
        isFollowed(outcome);
        assertThat(log).containsExactly("left waits", "right gives", "left takes");
    }

    @Test
    void findsSomebodyToNotifyAThreadWhoseTurnItIs() throws Exception {
        boolean[] full = {false};
        stage.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = play(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    while (!full[0]) {
                        SimulatedProgram.await(q, monitor, wait);
                    }
                    say(q, "left takes");
                }),
                p -> {
                    SimulatedProgram.locked(p, monitor, enter1, exit1, q -> {
                        say(q, "right gives");
                        full[0] = true;
                        q.beforeNotify(monitor, true, notify);
                        monitor.notifyAll();
                    });
                    say(p, "right goes on");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("right gives", "left takes", "right goes on");
    }

    @Test
    void sendsAThreadBackToWaitWhenItWokeBeforeItsTurn() throws Exception {
        stage.until("main", join, 1)
                .until("main/0", stage.siteOf(wait + 2), 1)
                .until("main/1", write, 20)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = play(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    SimulatedProgram.await(q, monitor, wait);
                    log.add("left woke");
                }),
                p -> {
                    for (int i = 0; i < 20; i++) {
                        SimulatedProgram.locked(p, monitor, enter1, exit1, q -> {
                            q.beforeNotify(monitor, true, notify);
                            monitor.notifyAll();
                        });
                        Thread.sleep(2); // gives the woken thread every chance to go wrong
                        say(p, "right " + i);
                    }
                });
        isFollowed(outcome);
        assertThat(log).hasSize(21);
        assertThat(log.indexOf("left woke")).isEqualTo(19);
    }

    @Test
    void keepsGoingAfterAnInterruptedWait() throws Exception {
        stage.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Thread[] left = new Thread[1];
        Outcome outcome = play(
                p -> {
                    left[0] = Thread.currentThread();
                    SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                        try {
                            SimulatedProgram.await(q, monitor, wait);
                        } catch (InterruptedException e) {
                            say(q, "interrupted");
                        }
                    });
                },
                p -> {
                    say(p, "interrupts");
                    left[0].interrupt();
                    say(p, "interrupted him");
                });
        isFollowed(outcome);
        assertThat(log).containsExactlyInAnyOrder("interrupts", "interrupted", "interrupted him");
    }

    @Test
    void runsThreadsWithoutAStepWhenTheOneInTurnJoinsThem() throws Exception {
        stage.untilEnd("main");
        Outcome outcome = play(p -> say(p, "left"), p -> say(p, "right"));
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "right");
    }

    @Test
    void lendsTheBatonOverALatchItKnowsNothingOf() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        stage.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = play(
                p -> {
                    say(p, "left awaits");
                    latch.await();
                    say(p, "left goes on");
                    back.countDown();
                },
                p -> {
                    say(p, "right counts down");
                    latch.countDown();
                    back.await();
                    say(p, "right ends");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left awaits", "right counts down", "left goes on", "right ends");
    }

    @Test
    void waitsForAThreadThatComputesWithoutProbes() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        stage.patience = 200;
        stage.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        long[] sum = {0};
        Outcome outcome = play(
                p -> {
                    say(p, "left computes");
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5 * stage.patience);
                    for (int i = 0; System.nanoTime() < end; i++) {
                        sum[0] += Integer.toString(i).hashCode()
                                + List.of(i, i + 1).indexOf(i);
                    }
                    say(p, "left is done");
                    latch.countDown();
                },
                p -> {
                    latch.await(); // before its first probe: it can do nothing with the baton
                    say(p, "right");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left computes", "left is done", "right");
        assertThat(sum[0]).isNotZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "yield", "sleep"})
    void letsOthersRunWhenTheThreadInTurnOnlySpins(String way) throws Exception {
        boolean[] flag = {false};
        Object lock = new Object();
        int volatileRead = stage.site(EventKind.VOLATILE_READ, 60);
        stage.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = play(
                p -> {
                    boolean seen = false;
                    while (!seen) {
                        p.beforeVolatile(flag, volatileRead);
                        synchronized (lock) {
                            seen = flag[0];
                        }
                        p.afterVolatile(flag, volatileRead);
                        if (!way.equals("bare")) {
                            p.beforePause(pause);
                            if (way.equals("sleep")) {
                                Thread.sleep(1);
                            } else {
                                Thread.yield();
                            }
                            p.afterPause(pause);
                        }
                    }
                    say(p, "left saw it");
                },
                p -> {
                    say(p, "right sets it");
                    synchronized (lock) {
                        flag[0] = true;
                    }
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("right sets it", "left saw it");
    }

    @Test
    void keepsTheBatonDuringASleep() throws Exception {
        stage.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = play(
                p -> {
                    say(p, "left");
                    p.beforePause(pause);
                    Thread.sleep(150);
                    p.afterPause(pause);
                    TimeUnit.MILLISECONDS.sleep(150);
                    say(p, "left again");
                },
                p -> say(p, "right"));
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "left again", "right");
    }

    @Test
    void keepsAnInterruptForTheHeldThread() throws Exception {
        boolean[] seen = new boolean[2];
        Thread[] right = new Thread[1];
        stage.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = play(
                p -> {
                    say(p, "left");
                    right[0].interrupt();
                    say(p, "left again");
                },
                p -> {
                    right[0] = Thread.currentThread();
                    say(p, "right");
                    seen[0] = Thread.currentThread().isInterrupted();
                    say(p, "right again");
                    seen[1] = Thread.interrupted();
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "left again", "right", "right again");
        assertThat(seen).containsExactly(true, true);
    }

    @Test
    void leavesTheParkingPermitAlone() throws Exception {
        Thread[] right = new Thread[1];
        stage.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = play(
                p -> {
                    say(p, "left");
                    LockSupport.unpark(right[0]);
                    say(p, "left again");
                },
                p -> {
                    right[0] = Thread.currentThread();
                    say(p, "right");
                    LockSupport.park(); // hangs if being held ate the permit
                    say(p, "right again");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "left again", "right", "right again");
    }

    @Test
    void neverHoldsAThreadInsideAClassInitialiser() throws Exception {
        int init = stage.site(EventKind.INIT_BEGIN, 70);
        stage.site(EventKind.INIT_END, 70);
        // right stops where its class initialiser begins; the first place it can be held is after it
        stage.until("main", join, 1).until("main/1", init, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = play(p -> say(p, "left"), p -> {
            p.enterInitializer(init);
            say(p, "inside");
            SimulatedProgram.locked(p, monitor, enter0, exit0, q -> say(q, "still inside"));
            p.exitInitializer(init);
            say(p, "right");
        });
        isFollowed(outcome);
        assertThat(log).containsExactly("inside", "still inside", "left", "right");
    }

    @Test
    void explainsAThreadThatEndsTooEarly() throws Exception {
        stage.until("main", join, 1).until("main/0", write, 3).untilEnd("main/1");
        Outcome outcome = play(
                p -> {
                    say(p, "left");
                    p.read(log, read);
                },
                p -> say(p, "right"));
        assertThat(outcome.followed()).isFalse();
        assertThat(outcome.steps()).isEqualTo(1);
        assertThat(outcome.problem())
                .isEqualTo("Thread main/0 \"left\" ended before its 3rd write of Play.x at Play.java:41 (step 2); "
                        + "the last place it passed is Play.java:40.");
        assertThat(log).containsExactly("left", "right");
    }

    @Test
    void explainsAThreadThatNeverComes() throws Exception {
        stage.until("main", join, 1).until("main/7", write, 1);
        Outcome outcome = play(p -> say(p, "left"), p -> say(p, "right"));
        assertThat(outcome.problem()).contains("step 2: thread main/7").contains("but it was never started");
        assertThat(log).containsExactlyInAnyOrder("left", "right");
    }

    @Test
    void explainsAClassThatNeverComes() throws Exception {
        stage.until("main", join, 1)
                .until(
                        "main/0",
                        new dev.foretell.trace.Site(
                                "demo.Other", "m()V", "Other.java", 5, 1, EventKind.READ, "demo.Other.f"),
                        1);
        Outcome outcome = play(p -> say(p, "left"), p -> say(p, "right"));
        assertThat(outcome.problem())
                .contains("ended before its 1st read of Other.f at Other.java:5")
                .contains("Class demo.Other was not loaded");
    }

    @Test
    void runsFreeAfterTheScript() throws Exception {
        stage.until("main", join, 1).until("main/0", write, 1);
        CountDownLatch both = new CountDownLatch(2);
        Outcome outcome = play(
                p -> {
                    say(p, "left");
                    both.countDown();
                    both.await(); // only if both run at the same time
                    say(p, "left again");
                },
                p -> {
                    say(p, "right");
                    both.countDown();
                    both.await();
                    say(p, "right again");
                });
        isFollowed(outcome);
        assertThat(log).hasSize(4);
    }

    @Test
    void notesExceptionsThatLeaveAThread() throws Exception {
        stage.until("main", join, 1);
        Outcome outcome = play(
                p -> {
                    IllegalStateException e = new IllegalStateException("two\nlines");
                    e.setStackTrace(new StackTraceElement[] {
                        new StackTraceElement("java.util.ArrayList", "add", "ArrayList.java", 1),
                        new StackTraceElement("demo.Play", "run", "Play.java", 77)
                    });
                    throw e;
                },
                p -> say(p, "right"));
        assertThat(outcome.uncaught())
                .containsExactly("left: java.lang.IllegalStateException: two\nlines at Play.java:77");
    }

    @Test
    void freesHeldThreadsWhenTheProgramShutsDown() throws Exception {
        stage.untilEnd("main").until("main/1", write, 1).until("main/0", write, 5);
        CountDownLatch never = new CountDownLatch(1);
        stage.begin();
        ThreadProbe main = stage.director().attach(Thread.currentThread());
        stage.start(main, fork0, "left", p -> never.await());
        Thread right = stage.start(main, fork1, "right", p -> say(p, "right"));
        stage.director().exiting(Thread.currentThread());
        while (stage.outcome().steps() < 2) {
            Thread.yield(); // until right stands at its stop
        }
        stage.director().close();
        right.join(); // was held, and is free now
        never.countDown();
        assertThat(stage.finish().problem())
                .startsWith(
                        "The program ended. The schedule stopped at step 3: thread main/0 \"left\" was to run until");
    }

    @Test
    void saysWhenTheClipCannotBeRead() throws Exception {
        Path file = folder.resolve("broken.clip");
        java.nio.file.Files.writeString(file, "nonsense\n");
        stage.clipFile(file);
        Outcome outcome = play(p -> say(p, "left"), p -> say(p, "right"));
        assertThat(outcome.problem()).startsWith("The clip cannot be read: ").contains("broken.clip:1:1");
        assertThat(outcome.followed()).isFalse();
        assertThat(log).hasSize(2);
    }
}
