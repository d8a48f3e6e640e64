// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Pools;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.InputRecord;
import dev.foretell.trace.io.RecordedInputs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers of a pool, as the hooks in the JDK report them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeepAlivesTest {
    private static final String WORKER = "main/0";
    private static final long LIMIT = 1_000_000;
    private static final long LATER = 5_000_000;

    @TempDir
    Path folder;

    private final Object pool = new Object();
    private final List<String> order = new CopyOnWriteArrayList<>();
    private SimulatedProgram program;
    private int read;
    private int start;

    @BeforeEach
    void sites() {
        program = new SimulatedProgram(folder);
        read = program.site(EventKind.READ, 1);
        start = program.site(EventKind.FORK, 2);
    }

    /**
     * A recorded run in which the worker's waits ended like this; without arguments, one that has no workers recorded.
     */
    private InputReplay recorded(long... ends) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(InputRecord.fileHeader());
        file.write(InputRecord.start(100, 200));
        if (ends.length > 0) {
            byte[] bytes = new byte[20 * ends.length];
            int length = 0;
            for (int i = 0; i < ends.length; i++) {
                length = InputRecord.put(bytes, InputRecord.put(bytes, length, i == 0 ? 1 : 0), ends[i]);
            }
            file.write(InputRecord.site(1, InputKind.KEEP_ALIVE, InputKind.IDLE_WORKER));
            file.write(InputRecord.thread(1, WORKER));
            file.write(InputRecord.answers(1, bytes, length));
        }
        Path inputs = folder.resolve("inputs");
        Files.write(inputs, file.toByteArray());
        return new InputReplay(RecordedInputs.read(inputs), new OutcomeFile(Files.createTempDirectory(folder, "feed")));
    }

    private static ReplayedInputs inputs(InputReplay inputReplay, ThreadProbe probe, String path) {
        return new ReplayedInputs(inputReplay, (DirectedThread) probe, path);
    }

    /** Runs the main thread with all of it directed. */
    private void runProgram(SimulatedProgram.Body body) throws Exception {
        program.until("main", read, 1).untilEnd("main").run(p -> {
            p.read(this, read);
            body.run(p);
        });
    }

    private static void untilItWaits(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }

    @Test
    void keepsAWorkerAliveThatTookATask() throws Exception {
        InputReplay inputReplay = recorded(InputRecord.idle(2, false), 3, InputRecord.idle(3, true), 4);
        runProgram(p -> {
            ReplayedInputs worker = inputs(inputReplay, p, WORKER);
            worker.works(pool);
            worker.getsNextTask(); // not recorded: it took a task from a queue
            assertThat(worker.keepsAlive(LIMIT, LATER)).isPositive();
            worker.idled(true);
            worker.getsNextTask();
            assertThat(worker.keepsAlive(LIMIT, LATER)).isPositive();
            worker.idled(true);
            worker.getsNextTask();
            assertThat(worker.keepsAlive(LIMIT, 0)).isEqualTo(LIMIT);
            assertThat(worker.keepsAlive(LIMIT, LATER)).isNegative();
            worker.getsNextTask(); // one task more than recorded
            assertThat(worker.keepsAlive(LIMIT, LATER)).isNegative();
        });
    }

    @Test
    void keepingAliveHasALimit() throws Exception {
        InputReplay inputReplay = recorded(InputRecord.idle(1, false), 1);
        runProgram(p -> {
            ReplayedInputs worker = inputs(inputReplay, p, WORKER);
            worker.works(pool);
            worker.getsNextTask();
            assertThat(worker.keepsAlive(LIMIT, TimeUnit.MINUTES.toNanos(1))).isNegative();
        });
    }

    @Test
    void aWorkerIsNotKeptAliveWhenThreadsRunFreeOrNothingIsRecorded() throws Exception {
        InputReplay known = recorded(InputRecord.idle(1, false), 1);
        program.run(p -> {
            ReplayedInputs worker = inputs(known, p, WORKER);
            worker.works(pool);
            worker.getsNextTask();
            assertThat(worker.keepsAlive(LIMIT, LATER)).isNegative();
        });
        sites();
        InputReplay unknown = recorded();
        runProgram(p -> {
            ReplayedInputs worker = inputs(unknown, p, WORKER);
            worker.works(pool);
            worker.getsNextTask();
            assertThat(worker.keepsAlive(LIMIT, LATER)).isNegative();
        });
    }

    @Test
    void aThreadThatSubmitsWaitsForTheWorkerThatHadLeft() throws Exception {
        InputReplay inputReplay = recorded(InputRecord.idle(1, true), 1);
        CountDownLatch idle = new CountDownLatch(1);
        program.until("main", read, 1).untilEnd("main").run(p -> {
            Thread submitter = Thread.currentThread();
            p.read(this, read);
            ReplayedInputs inputs = inputs(inputReplay, p, "main");
            inputs.submits(pool, "first");
            inputs.submitted();
            program.start(p, start, "worker", q -> {
                ReplayedInputs worker = inputs(inputReplay, q, WORKER);
                worker.works(pool);
                worker.getsNextTask();
                worker.idles(pool, null, LIMIT);
                idle.countDown();
                untilItWaits(submitter);
                order.add("left");
                worker.leaves(pool);
            });
            idle.await();
            inputs.submits(pool, "second");
            order.add("submitted");
        });
        assertThat(order).containsExactly("left", "submitted");
    }

    @Test
    void aWorkerThatLeavesLaterDoesNotTakeAnEarlierTask() throws Exception {
        InputReplay inputReplay = recorded(InputRecord.idle(1, true), 1);
        runProgram(p -> {
            ReplayedInputs inputs = inputs(inputReplay, p, "main");
            Thread thread = program.start(p, start, "worker", q -> {
                ReplayedInputs worker = inputs(inputReplay, q, WORKER);
                worker.works(pool);
                worker.getsNextTask();
                worker.idles(pool, null, LIMIT);
                order.add("waits");
            });
            untilItWaits(thread);
            order.add("submits");
            inputs.submits(pool, "task");
            inputs.submitted();
            thread.join();
        });
        assertThat(order).containsExactly("submits", "waits");
    }

    @Test
    void aLeavingWorkerDoesNotTakeAQueuedTask() throws Exception {
        InputReplay inputReplay = recorded(InputRecord.idle(1, true), 0);
        BlockingQueue<Object> tasks = new LinkedBlockingQueue<>(List.of("task"));
        runProgram(p -> {
            Thread thread = program.start(p, start, "worker", q -> {
                ReplayedInputs worker = inputs(inputReplay, q, WORKER);
                worker.works(pool);
                worker.getsNextTask();
                worker.idles(pool, tasks, LIMIT);
                order.add("waits");
            });
            untilItWaits(thread);
            order.add("other");
            tasks.remove();
            thread.join();
        });
        assertThat(order).containsExactly("other", "waits");
    }

    /** As a pool does that is shut down. */
    @Test
    void anInterruptEndsTheDelayOfAWorker() throws Exception {
        InputReplay inputReplay = recorded(InputRecord.idle(1, true), 9);
        runProgram(p -> {
            Thread thread = program.start(p, start, "worker", q -> {
                ReplayedInputs worker = inputs(inputReplay, q, WORKER);
                worker.works(pool);
                worker.getsNextTask();
                worker.idles(pool, null, LIMIT);
                order.add(Thread.currentThread().isInterrupted() ? "interrupted" : "not interrupted");
            });
            untilItWaits(thread);
            thread.interrupt();
            thread.join();
        });
        assertThat(order).containsExactly("interrupted");
    }

    /** The time limit of an idle worker only ends it; that of a timer starts a task. */
    @Test
    void onlyWorkersOfScheduledPoolsHaveATimeLimitThatCounts() throws Exception {
        ThreadPoolExecutor plain = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        assertThat(limitOfAWorker(plain)).isEmpty();
        sites();
        assertThat(limitOfAWorker(new ScheduledThreadPoolExecutor(1))).contains("waits with a time limit");
    }

    private String limitOfAWorker(ThreadPoolExecutor idle) throws Exception {
        Path own = Files.createTempDirectory(folder, "limits");
        ProgramTimeouts limits = new ProgramTimeouts(new OutcomeFile(own));
        runProgram(p -> {
            Thread thread = program.start(p, start, "worker", q -> poll(idle));
            untilItWaits(thread);
            limits.look(List.of((DirectedThread) program.director().attach(thread)));
            thread.interrupt();
            thread.join();
        });
        return Outcome.read(own.resolve("outcome")).expired();
    }

    /** Stays in the wait until it is interrupted. */
    private static void poll(ThreadPoolExecutor idle) {
        try {
            Pools.poll(idle.getQueue(), 1, TimeUnit.MINUTES, idle);
        } catch (InterruptedException e) {
            return;
        }
    }
}
