// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anomalies that are sequences of events: reported as created exactly when the events happened as the clip expects. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorOrderTest {
    private static final class Box {
        int x;
        int y;
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
    private int otherWrite;
    private int begin;
    private int end;

    @BeforeEach
    void build() {
        program = new SimulatedProgram(folder);
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        enter = program.site(EventKind.ACQUIRE, 5);
        exit = program.site(EventKind.RELEASE, 6);
        read = program.site(EventKind.READ, 10);
        write = program.site(EventKind.WRITE, 11);
        otherWrite = program.site(EventKind.WRITE, 20);
        begin = program.site(EventKind.REGION_BEGIN, 8);
        end = program.site(EventKind.REGION_END, 9);
    }

    /** main/0 reads and writes in one region, main/1 writes in between. */
    private void checkThenAct() {
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", otherWrite, 1, 0, 1)
                .pass("main/0", write, 1, 0, 0);
    }

    private Outcome runProgram(SimulatedProgram.Body left, SimulatedProgram.Body right) throws Exception {
        return program.run(p -> {
            Thread one = program.start(p, fork, "left", left);
            Thread two = program.start(p, fork, "right", right);
            SimulatedProgram.join(p, one, join);
            SimulatedProgram.join(p, two, join);
        });
    }

    private void increment(ThreadProbe p) {
        p.read(box, read);
        int value = box.x;
        p.write(box, write);
        box.x = value + 1;
    }

    private void set(ThreadProbe p) {
        p.write(box, otherWrite);
        box.x = 10;
    }

    private static void assertCreated(Outcome outcome) {
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
    }

    private static void assertNotCreated(Outcome outcome, String... words) {
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains(words);
    }

    /** The reader sees an inconsistent state and takes another branch: only that it has read matters. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void completesAStepPastAReadWhicheverBranchFollows(boolean endsThere) throws Exception {
        for (int round = 0; round < 20; round++) {
            build();
            program.kind = AnomalyKind.ATOMICITY;
            program.until("main", join, 1).until("main/0", write, 2).past("main/1", read, 1);
            program.pass("main/0", write, 1, 0, 0).pass("main/1", read, 1, 0, 1).pass("main/0", write, 2, 0, 0);
            Outcome outcome = runProgram(
                    p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                        for (int i = 0; i < 2; i++) {
                            q.write(box, write);
                            box.x++;
                        }
                    }),
                    p -> {
                        p.read(box, read);
                        if (box.x == 1 && !endsThere) {
                            set(p);
                        }
                    });
            assertCreated(outcome);
            assertThat(outcome.followed()).isTrue();
            box.x = 0;
        }
    }

    /** A thread that never ends does its last access in its step, and then blocks for good in code without probes. */
    @Test
    void completesAStepPastAnAccessOfAThreadThatThenBlocks() throws Exception {
        build();
        program.kind = AnomalyKind.SCHEDULE;
        program.until("main/1", read, 1).past("main/0", write, 1).untilEnd("main/1");
        CountDownLatch over = new CountDownLatch(1);
        int[] seen = new int[1];
        Outcome outcome = runProgram(
                p -> {
                    p.write(box, write);
                    box.x = 7;
                    over.await();
                },
                p -> {
                    p.read(box, read);
                    seen[0] = box.x;
                    over.countDown();
                });
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
        assertThat(seen[0]).isEqualTo(7);
    }

    @Test
    void createsAnAtomicityViolationEveryTime() throws Exception {
        for (int round = 0; round < 50; round++) {
            build();
            checkThenAct();
            Outcome outcome =
                    runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), this::set);
            assertCreated(outcome);
            assertThat(outcome.followed()).isTrue();
            assertThat(box.x).as("the write of 10 is lost").isNotEqualTo(10);
            box.x = 0;
        }
        assertThat(java.nio.file.Files.readString(folder.resolve("outcome")))
                .contains("created atomicity: the read of Play.x at Play.java:10 by main/0 \"left\", then the write of"
                        + " Play.x at Play.java:20 by main/1")
                .contains(", then main/0 \"left\" before write of Play.x at Play.java:11");
    }

    @Test
    void theThreadOfTheLastEventGoesFirst() throws Exception {
        int look = program.site(EventKind.READ, 30);
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", write, 1).until("main/1", look, 1);
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", otherWrite, 1, 0, 1)
                .pass("main/0", write, 1, 0, 0);
        for (int round = 0; round < 20; round++) {
            int[] seen = new int[1];
            box.x = 0;
            Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> {
                set(p);
                p.read(box, look);
                seen[0] = box.x;
            });
            assertCreated(outcome);
            assertThat(seen[0]).isEqualTo(1);
        }
    }

    @Test
    void isNotCreatedOnAnotherObject() throws Exception {
        checkThenAct();
        Box other = new Box();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> p.write(other, otherWrite));
        assertNotCreated(
                outcome,
                "the read of Play.x at Play.java:10 by main/0 \"left\" and the write of Play.x at Play.java:20 by"
                        + " main/1",
                "are on different objects or fields");
    }

    @Test
    void isNotCreatedOnAnotherField() throws Exception {
        int writeY = program.site(EventKind.WRITE, 22, "demo.Play.y");
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0).pass("main/1", writeY, 1, 0, 1).pass("main/0", write, 1, 0, 0);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> p.write(box, writeY));
        assertNotCreated(outcome, "are on different objects or fields");
    }

    @Test
    void isNotCreatedInAnotherOrder() throws Exception {
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).untilEnd("main/1").until("main/0", write, 1);
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", otherWrite, 1, 0, 1)
                .pass("main/0", write, 1, 0, 0);
        Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), this::set);
        assertNotCreated(
                outcome, "The events happened in another order: the write of Play.x at Play.java:20", "came before");
    }

    @Test
    void isNotCreatedWhenTheRegionWasLeftInBetween() throws Exception {
        checkThenAct();
        Outcome outcome = runProgram(
                p -> {
                    SimulatedProgram.locked(p, lock, enter, exit, q -> q.read(box, read));
                    SimulatedProgram.locked(p, lock, enter, exit, q -> q.write(box, write));
                },
                this::set);
        assertNotCreated(
                outcome,
                "thread main/0 \"left\" left its atomic region between the read of Play.x at Play.java:10",
                "and the write of Play.x at Play.java:11");
    }

    @Test
    void isCreatedWhenAtLeastOneMonitorWasHeldAllTheTime() throws Exception {
        checkThenAct();
        Object second = new Object();
        Outcome outcome = runProgram(
                p -> {
                    p.beforeEnter(lock, enter);
                    synchronized (lock) {
                        p.afterEnter(lock, enter);
                        SimulatedProgram.locked(p, lock, enter, exit, q -> q.read(box, read));
                        SimulatedProgram.locked(p, second, enter, exit, q -> q.write(box, write));
                        p.beforeExit(lock, exit);
                    }
                },
                this::set);
        assertCreated(outcome);
    }

    @Test
    void isNotCreatedOutsideOfRegions() throws Exception {
        checkThenAct();
        assertNotCreated(
                runProgram(this::increment, this::set),
                "thread main/0 \"left\" was in no atomic region at the read of Play.x at Play.java:10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "notify", "start", "join"})
    void communicationEndsAnAtomicRegion(String how) throws Exception {
        int notify = program.site(EventKind.NOTIFY, 12);
        int waits = program.waitSite(13);
        checkThenAct();
        Thread ended = new Thread(() -> {});
        ended.start();
        ended.join();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.read(box, read);
                    switch (how) {
                        case "wait" -> {
                            q.beforeWait(lock, 1, waits);
                            lock.wait(1);
                            q.afterWait(lock, waits);
                        }
                        case "notify" -> {
                            q.beforeNotify(lock, false, notify);
                            lock.notify();
                        }
                        case "start" -> program.start(q, fork, "child", r -> {});
                        default -> SimulatedProgram.join(q, ended, join);
                    }
                    q.write(box, write);
                }),
                this::set);
        assertNotCreated(outcome, "left its atomic region between");
    }

    @Test
    void isNotCreatedWhenAReadHappensInsteadOfTheExpectedWrite() throws Exception {
        checkThenAct();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> p.read(box, otherWrite));
        assertNotCreated(outcome, "A read, not the write of Play.x at Play.java:20 by main/1");
    }

    @Test
    void isNotCreatedWhenAnEventIsMissing() throws Exception {
        checkThenAct();
        Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> {});
        assertNotCreated(
                outcome,
                "The events did not all happen: there was no 1st write of Play.x at Play.java:20 by thread main/1");
    }

    @Test
    void reportsALastEventThatWasNeverReached() throws Exception {
        checkThenAct();
        Outcome outcome =
                runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, q -> q.read(box, read)), this::set);
        assertNotCreated(outcome, "Thread main/0 \"left\" ended before its 1st write of Play.x at Play.java:11");
    }

    @Test
    void isNotCreatedWhenTheLastEventIsAnotherOccurrence() throws Exception {
        checkThenAct();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.write(box, write); // the first one, before the read
                    q.read(box, read);
                    q.write(box, write);
                }),
                this::set);
        assertNotCreated(outcome, "The events did not all happen: there was no 1st read of Play.x at Play.java:10");
    }

    /** PECAN's figure 2, third pattern: two variables that belong together are not written atomically. */
    private Outcome tornPair(Box one, Box two, int variableOfSecond) throws Exception {
        int writeX = program.site(EventKind.WRITE, 40);
        int writeY = program.site(EventKind.WRITE, 41, "demo.Play.y");
        int readX = program.site(EventKind.READ, 42);
        int readY = program.site(EventKind.READ, 43, "demo.Play.y");
        program.kind = AnomalyKind.ASV;
        program.until("main", join, 1).until("main/0", writeY, 1).untilEnd("main/1");
        program.pass("main/0", writeX, 1, 0, 0)
                .pass("main/1", readX, 1, 0, 1)
                .pass("main/1", readY, 1, variableOfSecond, 1)
                .pass("main/0", writeY, 1, variableOfSecond, 0);
        return runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.write(one, writeX);
                    q.write(two, writeY);
                }),
                p -> SimulatedProgram.locked(p, box, enter, exit, q -> {
                    q.read(one, readX);
                    q.read(two, readY);
                }));
    }

    @Test
    void createsAQuadrupleOverTwoVariables() throws Exception {
        assertCreated(tornPair(box, box, 1));
    }

    @Test
    void createsAQuadrupleOverTwoObjects() throws Exception {
        assertCreated(tornPair(box, new Box(), 1));
    }

    @Test
    void isNotCreatedWhenTwoVariablesAreExpectedToBeOne() throws Exception {
        assertNotCreated(tornPair(box, box, 0), "are on different objects or fields");
    }

    @Test
    void isNotCreatedWhenOneVariableIsExpectedToBeTwo() throws Exception {
        program.kind = AnomalyKind.PATTERN;
        program.until("main", join, 1).until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", otherWrite, 1, 1, 1)
                .pass("main/0", write, 1, 0, 0);
        Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), this::set);
        assertNotCreated(outcome, "are on one and the same variable");
    }

    @Test
    void createsAnAnomalyOfThreeThreads() throws Exception {
        int third = program.site(EventKind.WRITE, 50);
        program.kind = AnomalyKind.PATTERN;
        program.until("main", join, 1)
                .until("main/0", write, 1)
                .untilEnd("main/2")
                .untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/2", third, 1, 0, 1)
                .pass("main/1", otherWrite, 1, 0, 2)
                .pass("main/0", write, 1, 0, 0);
        Outcome outcome = program.run(p -> {
            Thread one =
                    program.start(p, fork, "a", q -> SimulatedProgram.locked(q, lock, enter, exit, this::increment));
            program.start(p, fork, "b", this::set);
            program.start(p, fork, "c", q -> q.write(box, third));
            SimulatedProgram.join(p, one, join);
        });
        assertCreated(outcome);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void comparesVolatileVariables(boolean same) throws Exception {
        int vread = program.site(EventKind.VOLATILE_READ, 60);
        int vwrite = program.site(EventKind.VOLATILE_WRITE, 61);
        Box other = same ? box : new Box();
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", vwrite, 2).untilEnd("main/1");
        program.pass("main/0", vread, 2, 0, 0).pass("main/1", vwrite, 1, 0, 1).pass("main/0", vwrite, 2, 0, 0);
        Outcome outcome = runProgram(
                p -> {
                    for (int i = 0; i < 3; i++) {
                        SimulatedProgram.locked(p, lock, enter, exit, q -> {
                            q.beforeVolatile(box, vread);
                            q.afterVolatile(box, vread);
                            q.beforeVolatile(box, vwrite);
                            q.afterVolatile(box, vwrite);
                        });
                    }
                },
                p -> {
                    p.beforeVolatile(other, vwrite);
                    p.afterVolatile(other, vwrite);
                });
        if (same) {
            assertCreated(outcome);
        } else {
            assertNotCreated(outcome, "are on different objects or fields");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void comparesArrayElements(int index) throws Exception {
        int load = program.site(EventKind.READ, 70, "int[]");
        int store = program.site(EventKind.WRITE, 71, "int[]");
        int[] array = new int[2];
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", store, 1).untilEnd("main/1");
        program.pass("main/0", load, 1, 0, 0).pass("main/1", store, 1, 0, 1).pass("main/0", store, 1, 0, 0);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.readElement(array, 0, load);
                    q.writeElement(array, 0, store);
                }),
                p -> p.writeElement(array, index, store));
        if (index == 0) {
            assertCreated(outcome);
        } else {
            assertNotCreated(outcome, "are on different objects or fields");
        }
    }

    @Test
    void comparesStaticFields() throws Exception {
        int load = program.site(EventKind.READ, 72, "demo.Play.x");
        int store = program.site(EventKind.WRITE, 73, "demo.Sub.x");
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", store, 1).untilEnd("main/1");
        program.pass("main/0", load, 1, 0, 0).pass("main/1", store, 1, 0, 1).pass("main/0", store, 1, 0, 0);
        Outcome outcome = runProgram(
                p -> {
                    program.director()
                            .define(new dev.foretell.trace.ClassInfo(
                                    "demo.Sub", "demo.Play", List.of(), "0", List.of(), List.of()));
                    SimulatedProgram.locked(p, lock, enter, exit, q -> {
                        q.readStatic(load);
                        q.writeStatic(store);
                    });
                },
                p -> p.writeStatic(store));
        assertCreated(outcome);
    }

    @Test
    void anAtomicMethodIsARegion() throws Exception {
        checkThenAct();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.atomic(p, begin, end, q -> {
                    SimulatedProgram.locked(q, lock, enter, exit, r -> r.read(box, read));
                    SimulatedProgram.atomic(q, begin, end, r -> {});
                    SimulatedProgram.locked(q, lock, enter, exit, r -> r.write(box, write));
                }),
                this::set);
        assertCreated(outcome);
    }

    @Test
    void twoCallsOfAnAtomicMethodAreTwoRegions() throws Exception {
        checkThenAct();
        Outcome outcome = runProgram(
                p -> {
                    try {
                        SimulatedProgram.atomic(p, begin, end, q -> {
                            q.read(box, read);
                            throw new IllegalStateException("the program's own");
                        });
                    } catch (IllegalStateException expected) {
                        SimulatedProgram.atomic(p, begin, end, q -> q.write(box, write));
                    }
                },
                this::set);
        assertNotCreated(outcome, "thread main/0 \"left\" left its atomic region between");
    }

    /** A thread's first method lasts as long as the thread: only the methods it calls can be atomic. */
    @Test
    void whereEveryMethodIsAtomicTheFirstOneIsNot() throws Exception {
        program.atomic = AgentOptions.Regions.METHODS;
        checkThenAct();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.atomic(p, begin, end, q -> {
                    SimulatedProgram.atomic(q, begin, end, r -> r.read(box, read));
                    SimulatedProgram.atomic(q, begin, end, r -> r.write(box, write));
                }),
                this::set);
        assertNotCreated(outcome, "thread main/0 \"left\" left its atomic region between");

        build();
        program.atomic = AgentOptions.Regions.METHODS;
        checkThenAct();
        outcome = runProgram(p -> SimulatedProgram.atomic(p, begin, end, this::increment), this::set);
        assertNotCreated(outcome, "thread main/0 \"left\" was in no atomic region at");

        build();
        program.atomic = AgentOptions.Regions.METHODS;
        checkThenAct();
        outcome = runProgram(
                p -> SimulatedProgram.atomic(
                        p,
                        begin,
                        end,
                        q -> SimulatedProgram.atomic(q, begin, end, r -> {
                            SimulatedProgram.atomic(r, begin, end, s -> s.read(box, read));
                            SimulatedProgram.atomic(r, begin, end, s -> s.write(box, write));
                        })),
                this::set);
        assertCreated(outcome);
    }

    @Test
    void isCreatedAlthoughLaterStepsAreInfeasible() throws Exception {
        // After its event right wants the lock that left holds, so it cannot run to its end.
        checkThenAct();
        Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> {
            set(p);
            SimulatedProgram.locked(p, lock, enter, exit, q -> {});
        });
        assertCreated(outcome);
    }

    @Test
    void anEventAtWhichItsThreadWasSwitchedAwayFromDoesNotCount() throws Exception {
        program.patience = 400;
        CountDownLatch nextEvent = new CountDownLatch(1);
        checkThenAct();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.read(box, read);
                    nextEvent.await(); // between the probe and the access
                    q.write(box, write);
                }),
                p -> {
                    p.write(box, otherWrite);
                    nextEvent.countDown();
                });
        assertNotCreated(outcome, "It is not certain when the read of Play.x at Play.java:10 by main/0", "happened");
    }

    @Test
    void passesManyEventsBeforeTheExpectedOnes() throws Exception {
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", write, 5000).untilEnd("main/1");
        program.pass("main/0", read, 5000, 0, 0)
                .pass("main/1", otherWrite, 300, 0, 1)
                .pass("main/0", write, 5000, 0, 0);
        Outcome outcome = runProgram(
                p -> {
                    for (int i = 0; i < 6000; i++) {
                        SimulatedProgram.locked(p, lock, enter, exit, this::increment);
                    }
                },
                p -> {
                    for (int i = 0; i < 300; i++) {
                        set(p);
                    }
                });
        assertCreated(outcome);
    }

    @Test
    void followsAHandWrittenClip() throws Exception {
        Path file = folder.resolve("hand.clip");
        java.nio.file.Files.writeString(file, """
                foretell clip 1
                kind atomicity
                run main until join at Play.java:2
                run main/0 until write x at Play.java:11
                run main/1 until end
                pass main/0 read Play.x at Play.java:10 as balance in withdraw
                pass main/1 write at Play.java:20 as balance
                pass main/0 write at Play.java:11 as balance in withdraw
                """);
        program.clipFile(file);
        assertCreated(runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), this::set));
    }
}
