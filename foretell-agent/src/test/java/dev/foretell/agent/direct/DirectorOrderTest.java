// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anomalies that are sequences of events: reported as created exactly when the events happened as the clip expects. */
class DirectorOrderTest extends CheckThenActProgram {
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
        assertThat(Files.readString(folder.resolve("outcome")))
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
        Files.writeString(file, """
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
