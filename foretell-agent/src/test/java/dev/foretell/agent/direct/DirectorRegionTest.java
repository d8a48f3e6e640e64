// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.options.AgentOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sequence counts when its thread was in one atomic region from the first to the last of its events there. */
class DirectorRegionTest extends CheckThenActProgram {
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
}
