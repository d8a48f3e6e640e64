// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order of a run, however it came about, can be forced again, event by event: random programs are run freely, every
 * switch between threads becomes a step, and the directed run must show the same events in the same order.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorReplayTest {
    private static final int MONITORS = 3;

    private record Event(String thread, int site) {}

    @TempDir
    Path folder;

    private SimulatedProgram program;
    private List<Event> log;
    private Random noise;
    private int fork;
    private int join;
    private int read;
    private int write;
    private int volatileRead;
    private int wait;
    private int notifyOne;
    private final int[] enter = new int[MONITORS];
    private final int[] exit = new int[MONITORS];
    private final Object[] monitors = {new Object(), new Object(), new Object()};
    private int tokens;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void replaysARunEventByEvent(long seed) throws Exception {
        for (int round = 0; round < 12; round++) {
            long programSeed = seed * 1000 + round;
            List<Event> recorded = run(programSeed, List.of());
            List<Event> replayed = replay(programSeed, recorded);
            int same = 0;
            while (same < Math.min(recorded.size(), replayed.size())
                    && recorded.get(same).equals(replayed.get(same))) {
                same++;
            }
            assertThat(replayed.subList(same, replayed.size()))
                    .as("program %d from event %d on", programSeed, same)
                    .isEqualTo(recorded.subList(same, recorded.size()));
        }
    }

    /**
     * On a very busy machine a thread may get no processor for so long that it is taken for blocked; such a run is
     * repeated.
     */
    private List<Event> replay(long programSeed, List<Event> recorded) throws Exception {
        List<Event> replayed = recorded;
        boolean undisturbed = false;
        for (int i = 0; i < 5 && !undisturbed; i++) {
            replayed = run(programSeed, recorded);
            undisturbed = !Files.readString(program.folder().resolve("outcome")).contains("\n" + Outcome.SWITCHED_AWAY);
        }
        return replayed;
    }

    private List<Event> run(long programSeed, List<Event> schedule) throws Exception {
        Random random = new Random(programSeed);
        program = new SimulatedProgram(Files.createTempDirectory(folder, "run"));
        sites();
        follow(schedule);
        log = Collections.synchronizedList(new ArrayList<>());
        noise = schedule.isEmpty() ? new Random(programSeed + 17) : null;
        tokens = 0;
        int threads = 2 + random.nextInt(3);
        int rounds = 1 + random.nextInt(8);
        Outcome outcome = program.run(p -> {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                long own = random.nextLong();
                String path = "main/" + i;
                SimulatedProgram.Body body = q -> work(q, path, new Random(own), rounds);
                all.add(program.start(p, fork, path, body, () -> happens("main", fork)));
            }
            for (int i = 0; i < threads; i++) {
                SimulatedProgram.join(p, all.get(i), join);
                happens("main", join);
            }
        });
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.followed()).isTrue();
        return log;
    }

    /** Turns each switch of the schedule into a step. */
    private void follow(List<Event> schedule) {
        Map<String, int[]> seen = new HashMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            Event event = schedule.get(i);
            seen.computeIfAbsent(event.thread, path -> new int[100])[event.site]++;
            boolean last = i + 1 == schedule.size();
            if (last || !schedule.get(i + 1).thread.equals(event.thread)) {
                int next = i + 1;
                while (next < schedule.size() && !schedule.get(next).thread.equals(event.thread)) {
                    next++;
                }
                if (next == schedule.size()) {
                    program.untilEnd(event.thread);
                } else {
                    int site = schedule.get(next).site;
                    program.until(event.thread, site, seen.get(event.thread)[site] + 1);
                }
            }
        }
    }

    private void sites() {
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        read = program.site(EventKind.READ, 3);
        write = program.site(EventKind.WRITE, 4);
        volatileRead = program.site(EventKind.VOLATILE_READ, 5);
        wait = program.waitSite(6);
        notifyOne = program.site(EventKind.NOTIFY, 7);
        for (int i = 0; i < MONITORS; i++) {
            enter[i] = program.site(EventKind.ACQUIRE, 10 + i);
            exit[i] = program.site(EventKind.RELEASE, 20 + i);
        }
    }

    private void happens(String path, int site) {
        happens(path, site, () -> {});
    }

    private void happens(String path, int site, Runnable with) {
        boolean yield;
        synchronized (this) {
            with.run();
            log.add(new Event(path, site));
            yield = noise != null && noise.nextInt(3) == 0;
        }
        if (yield) {
            Thread.yield();
        }
    }

    private void work(ThreadProbe p, String path, Random random, int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            p.read(this, read);
            happens(path, read);
            if (random.nextBoolean()) {
                critical(p, path, random.nextInt(MONITORS - 1), random.nextBoolean());
            }
            p.beforeVolatile(this, volatileRead);
            happens(path, volatileRead);
            p.afterVolatile(this, volatileRead);
        }
        // half of the threads consume what the other half produces
        int number = path.charAt(path.length() - 1) - '0';
        Object pot = monitors[MONITORS - 1];
        if (number % 2 == 1) {
            lock(p, path, MONITORS - 1, q -> {
                while (tokens == 0) {
                    q.beforeWait(pot, 0, wait); // switches to another thread, so the release itself cannot be noted
                    pot.wait();
                    q.afterWait(pot, wait);
                    happens(path, wait + 1);
                }
                q.write(this, write);
                happens(path, write, () -> tokens--);
            });
        } else {
            lock(p, path, MONITORS - 1, q -> {
                q.write(this, write);
                happens(path, write, () -> tokens += 2);
                for (int i = 0; i < 2; i++) {
                    q.beforeNotify(pot, false, notifyOne);
                    happens(path, notifyOne);
                    pot.notify();
                }
            });
        }
    }

    private void critical(ThreadProbe p, String path, int monitor, boolean nested) throws Exception {
        lock(p, path, monitor, q -> {
            q.write(this, write);
            happens(path, write);
            if (nested) {
                lock(q, path, monitor + 1, r -> {
                    r.read(this, read);
                    happens(path, read);
                });
            }
        });
    }

    private void lock(ThreadProbe p, String path, int monitor, SimulatedProgram.Body body) throws Exception {
        p.beforeEnter(monitors[monitor], enter[monitor]);
        synchronized (monitors[monitor]) {
            p.afterEnter(monitors[monitor], enter[monitor]);
            happens(path, enter[monitor]);
            body.run(p);
            p.read(null, read); // about to throw: no event
            p.beforeExit(monitors[monitor], exit[monitor]);
            happens(path, exit[monitor]);
        }
    }
}
