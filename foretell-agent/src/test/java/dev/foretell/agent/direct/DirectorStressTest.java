// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs that always terminate, under random schedules, most of them infeasible. The program must terminate
 * with the result it always has, and either the schedule was followed or a message has the reason why not.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorStressTest {
    private static final int MONITORS = 3;

    @TempDir
    Path folder;

    private SimulatedProgram program;
    private int fork;
    private int join;
    private int read;
    private int write;
    private int pause;
    private int wait;
    private int notifyAll;
    private final int[] enter = new int[MONITORS];
    private final int[] exit = new int[MONITORS];
    private final Object[] monitors = {new Object(), new Object(), new Object()};
    private final Semaphore unknown = new Semaphore(1);
    private final AtomicInteger done = new AtomicInteger();
    /** Guarded by the last monitor: how many threads have reached the barrier. */
    private int arrived;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theProgramAlwaysEndsWithItsResult(long seed) throws Exception {
        for (int round = 0; round < 25; round++) {
            runProgram(new Random(seed * 1000 + round));
        }
    }

    private void runProgram(Random random) throws Exception {
        program = new SimulatedProgram(folder);
        program.patience = 60;
        sites();
        int threads = 2 + random.nextInt(4);
        int rounds = 1 + random.nextInt(6);
        for (int i = random.nextInt(20); i > 0; i--) {
            randomStep(random, threads, rounds);
        }
        arrived = 0;
        done.set(0);
        boolean barrier = random.nextBoolean();
        Outcome outcome = program.run(p -> {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                long own = random.nextLong();
                all.add(program.start(p, fork, "w" + i, q -> work(q, new Random(own), rounds, barrier ? threads : 0)));
            }
            for (Thread thread : all) {
                SimulatedProgram.join(p, thread, join);
            }
        });
        assertThat(done).hasValue(threads);
        assertThat(outcome.uncaught()).isEmpty();
        assertThat(outcome.deadlock()).isEmpty();
        assertThat(outcome.followed()).isNotEqualTo(!outcome.problem().isEmpty());
        assertThat(outcome.problem()).doesNotContain("director failed");
    }

    private void sites() {
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        read = program.site(EventKind.READ, 3);
        write = program.site(EventKind.WRITE, 4);
        pause = program.site(EventKind.READ, 5);
        wait = program.waitSite(6);
        notifyAll = program.site(EventKind.NOTIFY_ALL, 7);
        for (int i = 0; i < MONITORS; i++) {
            enter[i] = program.site(EventKind.ACQUIRE, 10 + i);
            exit[i] = program.site(EventKind.RELEASE, 20 + i);
        }
    }

    private void randomStep(Random random, int threads, int rounds) {
        String path = random.nextInt(5) == 0 ? "main" : "main/" + random.nextInt(threads);
        int[] places = {read, write, wait, wait + 1, wait + 2, notifyAll, enter[0], enter[1], enter[2], exit[0], exit[1]
        };
        if (path.equals("main")) {
            program.until(path, random.nextBoolean() ? fork : join, 1 + random.nextInt(threads));
        } else if (random.nextInt(8) == 0) {
            program.untilEnd(path);
        } else {
            program.until(path, places[random.nextInt(places.length)], 1 + random.nextInt(rounds));
        }
    }

    private void work(ThreadProbe p, Random random, int rounds, int barrier) throws Exception {
        for (int i = 0; i < rounds; i++) {
            p.read(this, read);
            int first = random.nextInt(MONITORS);
            boolean nested = random.nextBoolean();
            SimulatedProgram.locked(p, monitors[first], enter[first], exit[first], q -> {
                q.write(this, write);
                if (nested && first + 1 < MONITORS) {
                    SimulatedProgram.locked(
                            q, monitors[first + 1], enter[first + 1], exit[first + 1], r -> r.read(this, read));
                }
            });
            switch (random.nextInt(4)) {
                case 0 -> {
                    unknown.acquire();
                    p.write(this, write);
                    unknown.release();
                }
                case 1 -> {
                    p.beforePause(pause);
                    Thread.yield();
                    p.afterPause(pause);
                }
                default -> p.write(this, write);
            }
        }
        int last = MONITORS - 1;
        SimulatedProgram.locked(p, monitors[last], enter[last], exit[last], q -> {
            arrived++;
            q.beforeNotify(monitors[last], true, notifyAll);
            monitors[last].notifyAll();
            while (arrived < barrier) {
                SimulatedProgram.await(q, monitors[last], wait);
            }
        });
        done.incrementAndGet();
    }
}
