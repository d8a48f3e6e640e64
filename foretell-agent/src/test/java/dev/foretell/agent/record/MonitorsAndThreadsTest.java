// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.INIT_BEGIN;
import static dev.foretell.trace.EventKind.INIT_END;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.NOTIFY_ALL;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.VOLATILE_WRITE;
import static dev.foretell.trace.EventKind.WAKE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.ThreadLife;
import dev.foretell.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorsAndThreadsTest {
    @TempDir
    Path directory;

    private RecordedProgram program;
    private int s;
    private RecordingThread main;
    private final RecordedProgram.Cell lock = new RecordedProgram.Cell();

    @BeforeEach
    void define() {
        program = new RecordedProgram(directory);
        s = program.sites(
                FORK, "", // 0
                JOIN, "",
                ACQUIRE, "", // 2
                RELEASE, "",
                RELEASE, "", // 4: wait
                WAKE, "",
                ACQUIRE, "",
                NOTIFY_ALL, "", // 7
                WRITE, "p.C.x", // 8
                READ, "p.C.x",
                VOLATILE_WRITE, "p.C.v", // 10
                INIT_BEGIN, "", // 11
                INIT_END, "",
                WRITE, "p.C.y"); // 13
        main = program.attach();
    }

    private List<String> lines() throws Exception {
        return RecordedProgram.lines(program.end().trace());
    }

    @Test
    void reentranceIsFoldedAway() throws Exception {
        Object other = new StringBuilder();
        for (int round = 0; round < 2; round++) {
            main.afterEnter(lock, s + 2);
            main.afterEnter(other, s + 2);
            main.afterEnter(lock, s + 2);
            main.beforeExit(lock, s + 3);
            main.beforeExit(other, s + 3);
            main.beforeExit(lock, s + 3);
        }
        Trace trace = program.end().trace();
        assertThat(RecordedProgram.lines(trace).subList(1, 5))
                .containsExactly(
                        "main ACQUIRE RecordedProgram$Cell",
                        "main ACQUIRE StringBuilder",
                        "main RELEASE StringBuilder",
                        "main RELEASE RecordedProgram$Cell");
        assertThat(trace.size()).isEqualTo(10);
        assertThat(trace.occurrence(8)).isEqualTo(4);
    }

    @Test
    void exitOfAMonitorWhoseEntryWasNotSeenIsIgnored() throws Exception {
        main.beforeExit(lock, s + 3);
        main.beforeNotify(lock, true, s + 7);
        main.beforeWait(lock, 0, s + 4);
        main.afterWait(lock, s + 4);
        assertThat(lines()).containsExactly("main BEGIN", "main END");
    }

    @Test
    void waitGivesTheMonitorUpWithAllItsDepth() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        program.run(
                s,
                s + 1,
                List.of(
                        probe -> {
                            synchronized (lock) {
                                probe.afterEnter(lock, s + 2);
                                probe.afterEnter(lock, s + 2);
                                waiting.countDown();
                                probe.beforeWait(lock, 0, s + 4);
                                try {
                                    lock.wait();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                                probe.afterWait(lock, s + 4);
                                probe.beforeExit(lock, s + 3);
                                probe.beforeExit(lock, s + 3);
                            }
                        },
                        probe -> {
                            try {
                                waiting.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            synchronized (lock) {
                                probe.afterEnter(lock, s + 2);
                                probe.beforeNotify(lock, true, s + 7);
                                lock.notifyAll();
                                probe.beforeExit(lock, s + 3);
                            }
                        }));
        assertThat(lines().stream()
                        .filter(line -> line.contains("Cell"))
                        .map(line -> line.replace(" RecordedProgram$Cell", "")))
                .containsExactly(
                        "main/0 ACQUIRE",
                        "main/0 RELEASE",
                        "main/1 ACQUIRE",
                        "main/1 NOTIFY_ALL",
                        "main/1 RELEASE",
                        "main/0 WAKE",
                        "main/0 ACQUIRE",
                        "main/0 RELEASE");
    }

    @Test
    void waitThatThrowsIsRepairedByTheNextProbe() throws Exception {
        Thread.currentThread().interrupt();
        synchronized (lock) {
            main.afterEnter(lock, s + 2);
            main.beforeWait(lock, 0, s + 4);
            try {
                lock.wait();
            } catch (InterruptedException expected) {
                main.read(lock, s + 9);
            }
            main.beforeExit(lock, s + 3);
        }
        Trace trace = program.end().trace();
        assertThat(RecordedProgram.lines(trace).subList(2, 6))
                .containsExactly(
                        "main RELEASE RecordedProgram$Cell",
                        "main WAKE RecordedProgram$Cell",
                        "main ACQUIRE RecordedProgram$Cell",
                        "main RELEASE RecordedProgram$Cell");
        assertThat(trace.run().recordedAccesses()).isEqualTo(1);
    }

    @Test
    void volatileAccessThatThrowsLeavesNoStripeBehind() throws Exception {
        main.beforeVolatile(lock, s + 10);
        main.write(lock, s + 8);
        program.run(s, s + 1, List.of(probe -> {
            probe.beforeVolatile(lock, s + 10);
            probe.afterVolatile(lock, s + 10);
            probe.write(lock, s + 8);
        }));
        main.beforeVolatile(lock, s + 10);
        main.afterVolatile(lock, s + 10);
        Trace trace = program.end().trace();
        assertThat(trace.run().warnings()).isEmpty();
        assertThat(RecordedProgram.lines(trace))
                .contains("main WRITE C.x", "main/0 VOLATILE_WRITE C.v", "main/0 WRITE C.x", "main VOLATILE_WRITE C.v");
    }

    @Test
    void initialisersShowOnlyThemselvesAndTheThreadsTheyStart() throws Exception {
        main.enterInitializer(s + 11);
        main.write(lock, s + 8);
        main.afterEnter(lock, s + 2);
        main.beforeVolatile(lock, s + 10);
        main.afterVolatile(lock, s + 10);
        main.beforeExit(lock, s + 3);
        main.enterInitializer(s + 11);
        main.writeStatic(s + 8);
        main.exitInitializer(s + 11);
        program.run(s, s + 1, List.of(probe -> probe.write(lock, s + 8)));
        main.write(lock, s + 8);
        main.exitInitializer(s + 11);
        main.write(lock, s + 8);
        Trace trace = program.end().trace();
        assertThat(RecordedProgram.lines(trace))
                .containsExactly(
                        "main BEGIN",
                        "main INIT_BEGIN class0",
                        "main INIT_BEGIN class0",
                        "main INIT_END class0",
                        "main FORK main/0",
                        "main/0 BEGIN",
                        "main/0 INIT_USE class0",
                        "main/0 WRITE C.x",
                        "main/0 END",
                        "main JOIN main/0",
                        "main INIT_END class0",
                        "main WRITE C.x",
                        "main END");
        assertThat(trace.occurrence(11)).isEqualTo(1);
    }

    @Test
    void theEndOfAThreadIsWhatIsAliveReads() throws Exception {
        int ask = program.define("p.Asks", EventKind.JOIN, "", EventKind.VOLATILE_READ, ThreadLife.VARIABLE);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch leaving = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            await(asked);
            program.recorder.attach(Thread.currentThread());
            program.recorder.exiting(Thread.currentThread());
            leaving.countDown();
            await(mayEnd);
        });
        main.beforeStart(worker, s);
        worker.start();
        ask(worker, true, ask);
        asked.countDown();
        await(leaving);
        ask(worker, true, ask); // it has passed its end, and the JVM does not know yet
        mayEnd.countDown();
        worker.join();
        ask(worker, false, ask);
        Trace trace = program.end().trace();
        assertThat(RecordedProgram.lines(trace))
                .containsExactly(
                        "main BEGIN",
                        "main FORK main/0",
                        "main VOLATILE_READ Thread.isAlive()",
                        "main/0 BEGIN",
                        "main/0 VOLATILE_WRITE Thread.isAlive()",
                        "main/0 END",
                        "main VOLATILE_READ Thread.isAlive()",
                        "main JOIN main/0",
                        "main END");
        assertThat(trace.run().classes().instrumented()).isEqualTo(2);
    }

    private void ask(Thread thread, boolean expected, int site) {
        main.beforeIsAlive(thread, site);
        boolean alive = thread.isAlive();
        main.afterIsAlive(thread, alive, site);
        assertThat(alive).isEqualTo(expected);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void threadsAreNamedByWhoStartedThem() throws Exception {
        Thread inner = program.thread(probe -> probe.write(lock, s + 8));
        Thread outer = program.thread(probe -> {
            program.recorder.starting(inner);
            inner.start();
            try {
                inner.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            probe.afterJoin(inner, s + 1);
        });
        Thread never = program.thread(probe -> {});
        Thread orphan = program.thread(probe -> probe.write(lock, s + 8));
        Thread secondOrphan = program.thread(probe -> probe.write(lock, s + 8));
        orphan.setName("ghost");
        secondOrphan.setName("ghost");
        main.beforeStart("not a thread", s);
        main.beforeStart(never, s);
        main.afterJoin(never, s + 1);
        main.beforeStart(outer, s);
        program.recorder.starting(outer);
        outer.start();
        outer.join();
        main.beforeStart(outer, s);
        main.afterJoin(outer, s + 1);
        orphan.start();
        orphan.join();
        secondOrphan.start();
        secondOrphan.join();
        Trace trace = program.end().trace();
        assertThat(RecordedProgram.lines(trace))
                .containsExactly(
                        "main BEGIN",
                        "main FORK main/0",
                        "main FORK main/1",
                        "main/1 BEGIN",
                        "main/1 FORK main/1/0",
                        "main/1/0 BEGIN",
                        "main/1/0 WRITE C.x",
                        "main/1/0 END",
                        "main/1 JOIN main/1/0",
                        "main/1 END",
                        "main JOIN main/1",
                        "jvm:ghost BEGIN",
                        "jvm:ghost WRITE C.x",
                        "jvm:ghost END",
                        "jvm:ghost#2 BEGIN",
                        "jvm:ghost#2 WRITE C.x",
                        "jvm:ghost#2 END",
                        "main END");
    }

    @Test
    void uncaughtExceptionsAreNotedWithThreadAndPlace() throws Exception {
        program.recorder.leaving(Thread.currentThread(), new IllegalStateException("stopped"));
        IllegalStateException broken = new IllegalStateException("broken");
        program.recorder.leaving(Thread.currentThread(), broken);
        program.recorder.uncaught(Thread.currentThread(), broken);
        program.recorder.skipped("a.B");
        program.recorder.failed("a.C", "too new");
        program.recorder.partial("a.D.m()V", "too large");
        Trace trace = program.end().trace();
        assertThat(trace.run().uncaught())
                .singleElement()
                .asString()
                .startsWith("main: java.lang.IllegalStateException: broken at ");
        assertThat(trace.run().handled())
                .singleElement()
                .asString()
                .startsWith("main: java.lang.IllegalStateException: stopped at ");
        assertThat(trace.run().classes().skipped()).isEqualTo(1);
        assertThat(trace.run().classes().failed()).containsExactly("a.C: too new");
        assertThat(trace.run().classes().partial()).containsExactly("a.D.m()V: too large");
        assertThat(trace.run().classes().instrumented()).isEqualTo(1);
    }

    @Test
    void whatHappensAfterTheEndOfTheRunIsLeftOut() throws Exception {
        main.afterEnter(lock, s + 2);
        main.beforeExit(lock, s + 3);
        program.recorder.close();
        // A daemon thread, or a shutdown hook; its chunk has room left, that of another thread may not.
        main.afterEnter(lock, s + 2);
        Trace trace = program.read().trace();
        assertThat(RecordedProgram.lines(trace))
                .containsExactly(
                        "main BEGIN", "main ACQUIRE RecordedProgram$Cell", "main RELEASE RecordedProgram$Cell");
        assertThat(trace.run().complete()).isTrue();
        assertThat(trace.run().warnings()).isEmpty();
    }
}
