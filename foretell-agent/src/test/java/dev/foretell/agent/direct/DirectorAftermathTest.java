// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After an anomaly its threads run alone, the last one first, and no thread is held for good. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorAftermathTest {
    private static final class Box {
        int x;
    }

    @TempDir
    Path folder;

    private SimulatedProgram program;
    private Box box;
    private int fork;
    private int join;
    private int read;
    private int write;
    private int trail;

    /** main/0 is about to write x, main/1 to read it; main/2 has no part in the race. The reader goes first. */
    private void race() {
        program = new SimulatedProgram(folder);
        box = new Box();
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        read = program.site(EventKind.READ, 10);
        write = program.site(EventKind.WRITE, 11);
        trail = program.site(EventKind.READ, 12);
        program.kind = AnomalyKind.RACE;
        program.until("main", join, 1).until("main/0", write, 1).until("main/1", read, 1);
        program.meet("main/0", write, 1).meet("main/1", read, 1);
        program.order = List.of(1, 0);
    }

    private Outcome runProgram(SimulatedProgram.Body... bodies) throws Exception {
        Outcome outcome = program.run(p -> {
            Thread[] threads = new Thread[bodies.length];
            for (int i = 0; i < bodies.length; i++) {
                threads[i] = program.start(p, fork, "t" + i, bodies[i]);
            }
            for (Thread thread : threads) {
                SimulatedProgram.join(p, thread, join);
            }
        });
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
        return outcome;
    }

    private void set(ThreadProbe p, int value) {
        p.write(box, write);
        box.x = value;
    }

    private int get(ThreadProbe p) {
        p.read(box, read);
        return box.x;
    }

    private void passProbes(ThreadProbe p, int steps) {
        for (int i = 0; i < steps; i++) {
            p.read(box, trail);
        }
    }

    /**
     * The reader's value is stale once the writer has written; then the writer continues, then the reader writes what
     * it computes from the stale value, and only then the third thread runs, although it could have run before.
     */
    @Test
    void noOtherThreadRunsBetweenTheAnomalyAndItsThreadsNextEvents() throws Exception {
        for (int round = 0; round < 30; round++) {
            race();
            runProgram(
                    p -> {
                        set(p, 10);
                        passProbes(p, 500);
                        set(p, 20);
                    },
                    p -> {
                        int old = get(p);
                        passProbes(p, 500);
                        set(p, old + 1);
                    },
                    p -> {
                        p.write(box, write);
                        box.x *= 100;
                    });
            assertThat(box.x).isEqualTo(100);
        }
    }

    /** The reader runs to its end before the writer writes, and the third thread runs when both have ended. */
    @Test
    void theFirstThreadRunsToItsEndWithThenFirst() throws Exception {
        for (int round = 0; round < 30; round++) {
            race();
            program.firstGoesOn = true;
            int[] seen = new int[2];
            runProgram(
                    p -> {
                        set(p, 10);
                        passProbes(p, 200);
                        set(p, box.x + 20);
                    },
                    p -> {
                        seen[0] = get(p);
                        passProbes(p, 200);
                        seen[1] = get(p);
                    },
                    p -> {
                        p.write(box, write);
                        box.x *= 100;
                    });
            assertThat(seen).containsExactly(0, 0);
            assertThat(box.x).isEqualTo(3000);
        }
    }

    /** For a sequence of events: the thread that read too early continues before the write that it should have read. */
    @Test
    void theThreadThatReadTooEarlyRunsToItsEndBeforeTheWrite() throws Exception {
        for (boolean first : new boolean[] {true, false}) {
            race();
            program = new SimulatedProgram(folder);
            fork = program.site(EventKind.FORK, 1);
            join = program.site(EventKind.JOIN, 2);
            read = program.site(EventKind.READ, 10);
            write = program.site(EventKind.WRITE, 11);
            trail = program.site(EventKind.READ, 12);
            program.kind = AnomalyKind.ORDER;
            program.firstGoesOn = first;
            program.until("main", join, 1).past("main/1", read, 1).until("main/0", write, 1);
            program.pass("main/1", read, 1, 0, 0).pass("main/0", write, 1, 0, 1);
            int[] seen = new int[2];
            runProgram(p -> set(p, 10), p -> {
                seen[0] = get(p);
                passProbes(p, 200);
                seen[1] = get(p);
            });
            assertThat(seen).containsExactly(0, first ? 0 : 10);
        }
    }

    /** A reader that polls until the writer has written does not poll for long: it might give up. */
    @Test
    void aThreadThatPollsForTheOtherEndsItsTurn() throws Exception {
        race();
        program.firstGoesOn = true;
        CountDownLatch released = new CountDownLatch(1);
        int[] polls = new int[1];
        runProgram(
                p -> {
                    set(p, 1);
                    released.countDown();
                },
                p -> {
                    get(p);
                    while (released.getCount() > 0) {
                        p.read(box, trail);
                        polls[0]++;
                    }
                });
        assertThat(polls[0]).isLessThan(1000);
    }

    @Test
    void aThreadThatSpinsEndsItsTurn() throws Exception {
        race();
        CountDownLatch released = new CountDownLatch(1);
        runProgram(
                p -> {
                    set(p, 1);
                    while (released.getCount() > 0) {
                        p.read(box, trail);
                    }
                },
                this::get,
                p -> {
                    p.read(box, trail);
                    released.countDown();
                });
    }

    @Test
    void aThreadThatBlocksInCodeWithoutProbesEndsItsTurn() throws Exception {
        race();
        CountDownLatch released = new CountDownLatch(1);
        runProgram(
                p -> {
                    set(p, 1);
                    p.read(box, trail);
                    released.await();
                },
                this::get,
                p -> {
                    p.read(box, trail);
                    released.countDown();
                });
    }

    @Test
    void aThreadThatWaitsOrNeedsAnOwnedMonitorEndsItsTurn() throws Exception {
        race();
        int enter = program.site(EventKind.ACQUIRE, 20);
        int exit = program.site(EventKind.RELEASE, 21);
        int waits = program.waitSite(22);
        int notify = program.site(EventKind.NOTIFY, 23);
        Object held = new Object();
        Object queue = new Object();
        boolean[] notified = new boolean[1];
        runProgram(
                p -> {
                    set(p, 1);
                    SimulatedProgram.locked(p, held, enter, exit, q -> passProbes(q, 1)); // the reader owns it
                },
                p -> SimulatedProgram.locked(p, held, enter, exit, q -> {
                    get(q);
                    SimulatedProgram.locked(q, queue, enter, exit, r -> {
                        while (!notified[0]) {
                            SimulatedProgram.await(r, queue, waits);
                        }
                    });
                }),
                p -> SimulatedProgram.locked(p, queue, enter, exit, q -> {
                    notified[0] = true;
                    q.beforeNotify(queue, false, notify);
                    queue.notify();
                }));
    }

    @Test
    void aThreadThatSleepsEndsItsTurn() throws Exception {
        for (int round = 0; round < 10; round++) {
            race();
            int sleep = program.site(EventKind.READ, 30);
            runProgram(
                    p -> {
                        set(p, 10);
                        p.beforePause(sleep);
                        Thread.sleep(1);
                        p.afterPause(sleep);
                        set(p, box.x + 5);
                    },
                    p -> set(p, get(p) + 1));
            assertThat(box.x).isEqualTo(6);
        }
    }
}
