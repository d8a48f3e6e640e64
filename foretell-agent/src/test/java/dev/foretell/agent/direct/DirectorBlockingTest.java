// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
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

    private SimulatedProgram program;
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
        program = new SimulatedProgram(folder);
        fork0 = program.site(EventKind.FORK, 1);
        fork1 = program.site(EventKind.FORK, 2);
        join = program.site(EventKind.JOIN, 3);
        enter0 = program.site(EventKind.ACQUIRE, 10);
        exit0 = program.site(EventKind.RELEASE, 11);
        enter1 = program.site(EventKind.ACQUIRE, 20);
        exit1 = program.site(EventKind.RELEASE, 21);
        wait = program.waitSite(30);
        notify = program.site(EventKind.NOTIFY, 31);
        read = program.site(EventKind.READ, 40);
        write = program.site(EventKind.WRITE, 41);
        pause = program.site(EventKind.READ, 50);
    }

    /** Starts both, then joins both. */
    private Outcome runProgram(SimulatedProgram.Body first, SimulatedProgram.Body second) throws Exception {
        return program.run(p -> {
            Thread left = program.start(p, fork0, "left", first);
            Thread right = program.start(p, fork1, "right", second);
            SimulatedProgram.join(p, left, join);
            SimulatedProgram.join(p, right, join);
        });
    }

    private static void isFollowed(Outcome outcome) {
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
    }

    private void appendText(ThreadProbe p, String text) {
        p.write(log, write);
        log.add(text);
    }

    @Test
    void createsALockOrderDeadlockAndDescribesIt() throws Exception {
        Object other = new Object();
        program.kind = AnomalyKind.DEADLOCK;
        program.untilEnd("main").until("main/0", enter1, 1);
        program.meet("main/0", enter1, 1).meet("main/1", enter0, 1);
        program.begin();
        ThreadProbe main = program.director().attach(Thread.currentThread());
        program.start(
                main,
                fork0,
                "left",
                p -> SimulatedProgram.locked(
                        p,
                        monitor,
                        enter0,
                        exit0,
                        q -> SimulatedProgram.locked(q, other, enter1, exit1, r -> appendText(r, "left"))));
        program.start(
                main,
                fork1,
                "right",
                p -> SimulatedProgram.locked(
                        p,
                        other,
                        enter1,
                        exit1,
                        q -> SimulatedProgram.locked(q, monitor, enter0, exit0, r -> appendText(r, "right"))));
        program.director().exiting(Thread.currentThread()); // main ends without joining
        Outcome outcome = program.outcome();
        while (outcome.deadlock().isEmpty() && outcome.problem().isEmpty()) {
            Thread.onSpinWait();
            outcome = program.outcome();
        }
        program.director().close();
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
        program.kind = AnomalyKind.DEADLOCK;
        program.meet("main/0", enter0, 1).meet("main/1", enter0, 1);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {}),
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {}));
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("does not want a monitor that another of them holds");
    }

    @Test
    void switchesToTheOwnerOfAMonitor() throws Exception {
        // right stops inside its critical section, then left is to run to its end: right has to leave it first
        program.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome =
                runProgram(p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> appendText(q, "left")), p -> {
                    SimulatedProgram.locked(p, monitor, enter0, exit0, q -> appendText(q, "right"));
                    appendText(p, "right after");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("right", "left", "right after");
    }

    @Test
    void explainsAnInfeasibleScheduleAndLetsTheProgramRunFree() throws Exception {
        // left must run to its end while right must stay inside the monitor that left needs
        program.patience = 60_000;
        program.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .until("main/1", write, 1);
        program.until("main/1", write, 1);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> appendText(q, "left")),
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    appendText(q, "right");
                    appendText(q, "right");
                }));
        assertThat(outcome.followed()).isFalse();
        assertThat(log).containsExactlyInAnyOrder("left", "right", "right");
        assertThat(outcome.problem())
                .contains("stopped at step 3: thread main/0 \"left\" was to run until its end")
                .contains("waits at Play.java:10 for the monitor of a java.lang.Object that thread main/1 \"right\""
                        + " holds")
                .contains("main/1 \"right\" is held before write of Play.x at Play.java:41")
                .contains("main \"");
    }

    @Test
    void switchesThroughWaitAndNotify() throws Exception {
        boolean[] full = {false};
        program.until("main", join, 1)
                .until("main/0", program.siteOf(wait + 1), 1)
                .untilEnd("main/1")
                .untilEnd("main/0");
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    while (!full[0]) {
                        log.add("left waits");
                        SimulatedProgram.await(q, monitor, wait);
                    }
                    appendText(q, "left takes");
                }),
                p -> SimulatedProgram.locked(p, monitor, enter1, exit1, q -> {
                    appendText(q, "right gives");
                    full[0] = true;
                    q.beforeNotify(monitor, false, notify);
                    monitor.notify();
                }));
        isFollowed(outcome);
        assertThat(log).containsExactly("left waits", "right gives", "left takes");
    }

    @Test
    void switchesToAThreadThatNotifiesTheWaitingThreadOfTheStep() throws Exception {
        boolean[] full = {false};
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                    while (!full[0]) {
                        SimulatedProgram.await(q, monitor, wait);
                    }
                    appendText(q, "left takes");
                }),
                p -> {
                    SimulatedProgram.locked(p, monitor, enter1, exit1, q -> {
                        appendText(q, "right gives");
                        full[0] = true;
                        q.beforeNotify(monitor, true, notify);
                        monitor.notifyAll();
                    });
                    appendText(p, "right goes on");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("right gives", "left takes", "right goes on");
    }

    @Test
    void keepsAThreadWaitingThatWokeTooEarly() throws Exception {
        program.until("main", join, 1)
                .until("main/0", program.siteOf(wait + 2), 1)
                .until("main/1", write, 20)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = runProgram(
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
                        Thread.sleep(2); // time for the woken thread to run too early
                        appendText(p, "right " + i);
                    }
                });
        isFollowed(outcome);
        assertThat(log).hasSize(21);
        assertThat(log.indexOf("left woke")).isEqualTo(19);
    }

    @Test
    void continuesAfterAnInterruptedWait() throws Exception {
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Thread[] left = new Thread[1];
        Outcome outcome = runProgram(
                p -> {
                    left[0] = Thread.currentThread();
                    SimulatedProgram.locked(p, monitor, enter0, exit0, q -> {
                        try {
                            SimulatedProgram.await(q, monitor, wait);
                        } catch (InterruptedException e) {
                            appendText(q, "interrupted");
                        }
                    });
                },
                p -> {
                    appendText(p, "interrupts");
                    left[0].interrupt();
                    appendText(p, "interrupted him");
                });
        isFollowed(outcome);
        assertThat(log).containsExactlyInAnyOrder("interrupts", "interrupted", "interrupted him");
    }

    @Test
    void runsThreadsWithoutAStepWhenTheThreadOfTheStepJoinsThem() throws Exception {
        program.untilEnd("main");
        Outcome outcome = runProgram(p -> appendText(p, "left"), p -> appendText(p, "right"));
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "right");
    }

    @Test
    void switchesAwayAtALatchWithoutModel() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left awaits");
                    latch.await();
                    appendText(p, "left goes on");
                    back.countDown();
                },
                p -> {
                    appendText(p, "right counts down");
                    latch.countDown();
                    back.await();
                    appendText(p, "right ends");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left awaits", "right counts down", "left goes on", "right ends");
    }

    @Test
    void waitsForAThreadThatComputesWithoutProbes() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        program.patience = 200;
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        long[] sum = {0};
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left computes");
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5 * program.patience);
                    for (int i = 0; System.nanoTime() < end; i++) {
                        sum[0] += Integer.toString(i).hashCode()
                                + List.of(i, i + 1).indexOf(i);
                    }
                    appendText(p, "left is done");
                    latch.countDown();
                },
                p -> {
                    latch.await(); // before its first probe: it blocks when it is switched to
                    appendText(p, "right");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left computes", "left is done", "right");
        assertThat(sum[0]).isNotZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "yield", "sleep"})
    void switchesAwayFromAThreadThatSpins(String way) throws Exception {
        boolean[] flag = {false};
        Object lock = new Object();
        int volatileRead = program.site(EventKind.VOLATILE_READ, 60);
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = runProgram(
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
                    appendText(p, "left saw it");
                },
                p -> {
                    appendText(p, "right sets it");
                    synchronized (lock) {
                        flag[0] = true;
                    }
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("right sets it", "left saw it");
    }

    @Test
    void keepsRunningDuringASleep() throws Exception {
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left");
                    p.beforePause(pause);
                    Thread.sleep(150);
                    p.afterPause(pause);
                    TimeUnit.MILLISECONDS.sleep(150);
                    appendText(p, "left again");
                },
                p -> appendText(p, "right"));
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "left again", "right");
    }

    @Test
    void keepsAnInterruptForTheHeldThread() throws Exception {
        boolean[] seen = new boolean[2];
        Thread[] right = new Thread[1];
        program.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left");
                    right[0].interrupt();
                    appendText(p, "left again");
                },
                p -> {
                    right[0] = Thread.currentThread();
                    appendText(p, "right");
                    seen[0] = Thread.currentThread().isInterrupted();
                    appendText(p, "right again");
                    seen[1] = Thread.interrupted();
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "left again", "right", "right again");
        assertThat(seen).containsExactly(true, true);
    }

    @Test
    void keepsTheParkingPermitOfAHeldThread() throws Exception {
        Thread[] right = new Thread[1];
        program.until("main", join, 1)
                .until("main/1", write, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left");
                    LockSupport.unpark(right[0]);
                    appendText(p, "left again");
                },
                p -> {
                    right[0] = Thread.currentThread();
                    appendText(p, "right");
                    LockSupport.park(); // hangs if being held consumed the permit
                    appendText(p, "right again");
                });
        isFollowed(outcome);
        assertThat(log).containsExactly("left", "left again", "right", "right again");
    }

    @Test
    void neverHoldsAThreadInsideAClassInitialiser() throws Exception {
        int init = program.site(EventKind.INIT_BEGIN, 70);
        program.site(EventKind.INIT_END, 70);
        // right stops where its class initialiser begins; the first place it can be held is after it
        program.until("main", join, 1)
                .until("main/1", init, 1)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = runProgram(p -> appendText(p, "left"), p -> {
            p.enterInitializer(init);
            appendText(p, "inside");
            SimulatedProgram.locked(p, monitor, enter0, exit0, q -> appendText(q, "still inside"));
            p.exitInitializer(init);
            appendText(p, "right");
        });
        isFollowed(outcome);
        assertThat(log).containsExactly("inside", "still inside", "left", "right");
    }

    @Test
    void explainsAThreadThatEndsTooEarly() throws Exception {
        program.until("main", join, 1).until("main/0", write, 3).untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left");
                    p.read(log, read);
                },
                p -> appendText(p, "right"));
        assertThat(outcome.followed()).isFalse();
        assertThat(outcome.steps()).isEqualTo(1);
        assertThat(outcome.problem())
                .isEqualTo("Thread main/0 \"left\" ended before its 3rd write of Play.x at Play.java:41 (step 2); "
                        + "the last place it passed is Play.java:40.");
        assertThat(log).containsExactly("left", "right");
    }

    @Test
    void explainsAThreadThatIsNeverStarted() throws Exception {
        program.until("main", join, 1).until("main/7", write, 1);
        Outcome outcome = runProgram(p -> appendText(p, "left"), p -> appendText(p, "right"));
        assertThat(outcome.problem()).contains("step 2: thread main/7").contains("but it was never started");
        assertThat(log).containsExactlyInAnyOrder("left", "right");
    }

    @Test
    void explainsAClassThatIsNeverLoaded() throws Exception {
        program.until("main", join, 1)
                .until(
                        "main/0",
                        new dev.foretell.trace.Site(
                                "demo.Other", "m()V", "Other.java", 5, 1, EventKind.READ, "demo.Other.f"),
                        1);
        Outcome outcome = runProgram(p -> appendText(p, "left"), p -> appendText(p, "right"));
        assertThat(outcome.problem())
                .contains("ended before its 1st read of Other.f at Other.java:5")
                .contains("Class demo.Other was not loaded");
    }

    @Test
    void runsFreeAfterTheSchedule() throws Exception {
        program.until("main", join, 1).until("main/0", write, 1);
        CountDownLatch both = new CountDownLatch(2);
        Outcome outcome = runProgram(
                p -> {
                    appendText(p, "left");
                    both.countDown();
                    both.await(); // only if both run at the same time
                    appendText(p, "left again");
                },
                p -> {
                    appendText(p, "right");
                    both.countDown();
                    both.await();
                    appendText(p, "right again");
                });
        isFollowed(outcome);
        assertThat(log).hasSize(4);
    }

    @Test
    void notesExceptionsThatLeaveAThread() throws Exception {
        program.until("main", join, 1);
        Outcome outcome = runProgram(
                p -> {
                    IllegalStateException e = new IllegalStateException("two\nlines");
                    e.setStackTrace(new StackTraceElement[] {
                        new StackTraceElement("java.util.ArrayList", "add", "ArrayList.java", 1),
                        new StackTraceElement("demo.Play", "run", "Play.java", 77)
                    });
                    throw e;
                },
                p -> appendText(p, "right"));
        assertThat(outcome.uncaught())
                .containsExactly("left: java.lang.IllegalStateException: two\nlines at Play.java:77");
    }

    @Test
    void releasesHeldThreadsWhenTheProgramShutsDown() throws Exception {
        program.untilEnd("main").until("main/1", write, 1).until("main/0", write, 5);
        CountDownLatch never = new CountDownLatch(1);
        program.begin();
        ThreadProbe main = program.director().attach(Thread.currentThread());
        program.start(main, fork0, "left", p -> never.await());
        Thread right = program.start(main, fork1, "right", p -> appendText(p, "right"));
        program.director().exiting(Thread.currentThread());
        while (program.outcome().steps() < 2) {
            Thread.yield(); // until right is held at its stop
        }
        program.director().close();
        right.join(); // was held, and runs free now
        never.countDown();
        assertThat(program.finish().problem())
                .startsWith(
                        "The program ended. The schedule stopped at step 3: thread main/0 \"left\" was to run until");
    }

    @Test
    void reportsAClipThatCannotBeRead() throws Exception {
        Path file = folder.resolve("broken.clip");
        java.nio.file.Files.writeString(file, "nonsense\n");
        program.clipFile(file);
        Outcome outcome = runProgram(p -> appendText(p, "left"), p -> appendText(p, "right"));
        assertThat(outcome.problem()).startsWith("The clip cannot be read: ").contains("broken.clip:1:1");
        assertThat(outcome.followed()).isFalse();
        assertThat(log).hasSize(2);
    }
}
