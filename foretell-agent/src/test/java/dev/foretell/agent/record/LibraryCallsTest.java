// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foretell.agent.model.Calls;
import dev.foretell.agent.model.ModelledCall;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Library calls in a trace. */
class LibraryCallsTest {
    @TempDir
    Path folder;

    private final Calls calls = new Calls();
    private RecordedProgram program;
    private int x;
    private int fork;
    private int join;

    @BeforeEach
    void begin() {
        program = new RecordedProgram(folder);
        program.recorder.use(calls.library);
        x = program.sites(EventKind.WRITE, "p.C.x");
        fork = program.define("p.D", EventKind.FORK, "", EventKind.JOIN, "");
        join = fork + 1;
    }

    private int call(Class<?> owner, String name, String descriptor) {
        ModelledCall.Shape shape = calls.shape(owner, name, descriptor);
        int site = program.define("p." + name, true, Calls.sites(shape));
        calls.library.define(shape, site);
        return site;
    }

    /** Everything between the threads' begin and end. */
    private List<String> recorded() throws Exception {
        Trace trace = program.end().trace();
        List<String> lines = new ArrayList<>(RecordedProgram.lines(trace));
        lines.removeIf(line ->
                line.contains("BEGIN") || line.contains("END") || line.contains("FORK") || line.contains("JOIN"));
        return lines;
    }

    @Test
    void locksAndConditionsAreLikeMonitors() throws Exception {
        Lock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        int enter = call(Lock.class, "lock", "()V");
        int exit = call(Lock.class, "unlock", "()V");
        int await = call(Condition.class, "await", "()V");
        int signal = call(Condition.class, "signalAll", "()V");
        RecordedProgram.Cell cell = new RecordedProgram.Cell();
        List<Boolean> there = new ArrayList<>();
        program.run(
                fork,
                join,
                List.of(
                        p -> {
                            p.beforeCall(lock, null, 0, enter);
                            lock.lock();
                            p.afterCall(lock, null, 0, null, enter);
                            while (there.isEmpty()) {
                                p.beforeCall(condition, null, 0, await);
                                condition.awaitUninterruptibly();
                                p.afterCall(condition, null, 0, null, await);
                            }
                            p.write(cell, x);
                            p.beforeCall(lock, null, 0, exit);
                            lock.unlock();
                        },
                        p -> {
                            while (!waits(lock, condition)) {
                                Thread.onSpinWait();
                            }
                            p.beforeCall(lock, null, 0, enter);
                            lock.lock();
                            p.afterCall(lock, null, 0, null, enter);
                            p.write(cell, x);
                            there.add(true);
                            p.beforeCall(condition, null, 0, signal);
                            condition.signalAll();
                            p.beforeCall(lock, null, 0, exit);
                            lock.unlock();
                        }));
        assertThat(recorded())
                .containsExactly(
                        "main/0 ACQUIRE ReentrantLock",
                        "main/0 RELEASE ReentrantLock",
                        "main/1 ACQUIRE ReentrantLock",
                        "main/1 WRITE C.x",
                        "main/1 PUBLISH",
                        "main/1 RELEASE ReentrantLock",
                        "main/0 OBSERVE",
                        "main/0 ACQUIRE ReentrantLock",
                        "main/0 WRITE C.x",
                        "main/0 RELEASE ReentrantLock");
    }

    private static boolean waits(Lock lock, Condition condition) {
        lock.lock();
        try {
            return ((ReentrantLock) lock).hasWaiters(condition);
        } finally {
            lock.unlock();
        }
    }

    @Test
    void anInterruptSaysWhichThreadItIsFor() throws Exception {
        int interrupt = call(Thread.class, "interrupt", "()V");
        AtomicReference<Thread> waiter = new AtomicReference<>();
        AtomicBoolean over = new AtomicBoolean();
        program.run(
                fork,
                join,
                List.of(
                        p -> {
                            waiter.set(Thread.currentThread());
                            while (!over.get()) {
                                Thread.onSpinWait();
                            }
                        },
                        p -> {
                            while (waiter.get() == null) {
                                Thread.onSpinWait();
                            }
                            for (int i = 0; i < 2; i++) {
                                p.beforeCall(waiter.get(), null, 0, interrupt);
                            }
                            over.set(true);
                        }));
        Trace trace = program.end().trace();
        List<String> interrupted = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) == EventKind.PUBLISH) {
                interrupted.add(trace.threads().get(trace.interruptedBy(e)).path());
            }
        }
        assertThat(interrupted).containsExactly("main/0", "main/0");
    }

    @Test
    void tryLockTakesTheLockOnlyWhenItSucceeds() throws Exception {
        Lock lock = new ReentrantLock();
        int enter = call(Lock.class, "tryLock", "()Z");
        int exit = call(Lock.class, "unlock", "()V");
        RecordingThread p = program.attach();
        p.beforeCall(lock, null, 0, enter);
        p.afterCall(lock, null, 0, Boolean.FALSE, enter);
        p.beforeCall(lock, null, 0, enter);
        lock.lock();
        p.afterCall(lock, null, 0, Boolean.TRUE, enter);
        p.beforeCall(lock, null, 0, enter);
        lock.lock();
        p.afterCall(lock, null, 0, Boolean.TRUE, enter);
        p.beforeCall(lock, null, 0, exit);
        p.beforeCall(lock, null, 0, exit);
        p.beforeCall(lock, null, 0, exit);
        assertThat(recorded())
                .containsExactly(
                        "main TRY_ACQUIRE_FAILED ReentrantLock",
                        "main ACQUIRE ReentrantLock",
                        "main RELEASE ReentrantLock");
    }

    @Test
    void readLocksAreSharedAndFolded() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Lock read = lock.readLock();
        Lock write = lock.writeLock();
        int enter = call(Lock.class, "lock", "()V");
        int exit = call(Lock.class, "unlock", "()V");
        RecordingThread p = program.attach();
        for (Lock each : List.of(write, read, read)) {
            p.beforeCall(each, null, 0, enter);
            each.lock();
            p.afterCall(each, null, 0, null, enter);
        }
        for (Lock each : List.of(write, read, read)) {
            p.beforeCall(each, null, 0, exit);
            each.unlock();
        }
        assertThat(recorded())
                .containsExactly(
                        "main ACQUIRE ReentrantReadWriteLock",
                        "main ACQUIRE_SHARED ReentrantReadWriteLock",
                        "main RELEASE ReentrantReadWriteLock",
                        "main RELEASE_SHARED ReentrantReadWriteLock");
    }

    @Test
    void semaphoresBeginWithWhatTheyHad() throws Exception {
        Semaphore semaphore = new Semaphore(3);
        int acquire = call(Semaphore.class, "acquire", "(I)V");
        int release = call(Semaphore.class, "release", "()V");
        RecordingThread p = program.attach();
        p.beforeCall(semaphore, null, 2, acquire);
        semaphore.acquire(2);
        p.afterCall(semaphore, null, 2, null, acquire);
        p.beforeCall(semaphore, null, 0, release);
        semaphore.release();
        Trace trace = program.end().trace();
        assertThat(trace.initialPermits(0)).isEqualTo(3);
        assertThat(RecordedProgram.lines(trace))
                .containsSubsequence(
                        "main PERMIT_ACQUIRE Semaphore",
                        "main PERMIT_ACQUIRE Semaphore",
                        "main PUBLISH",
                        "main PERMIT_RELEASE Semaphore");
    }

    /** Tries that fail one after the other, with no other event of the thread between them, are one event. */
    @Test
    void failedTriesAreEvents() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Semaphore semaphore = new Semaphore(0);
        int tryLock = call(Lock.class, "tryLock", "()Z");
        int tryAcquire = call(Semaphore.class, "tryAcquire", "()Z");
        RecordedProgram.Cell cell = new RecordedProgram.Cell();
        RecordingThread p = program.attach();
        Consumer<Boolean> tries = succeeds -> {
            p.beforeCall(lock, null, 0, tryLock);
            p.afterCall(lock, null, 0, succeeds, tryLock);
        };
        tries.accept(false);
        tries.accept(false);
        p.write(cell, x);
        tries.accept(false);
        p.beforeCall(semaphore, null, 0, tryAcquire);
        p.afterCall(semaphore, null, 0, semaphore.tryAcquire(), tryAcquire);
        tries.accept(true);
        Trace trace = program.end().trace();
        List<String> tried = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e).isFailedTry() || trace.kind(e).isAcquire()) {
                tried.add(trace.kind(e) + " " + trace.occurrence(e));
            }
        }
        assertThat(tried)
                .containsExactly("TRY_ACQUIRE_FAILED 1", "TRY_ACQUIRE_FAILED 2", "TRY_PERMIT_FAILED 1", "ACQUIRE 3");
    }

    /** What threads take late and give early is never more than there is. */
    @Test
    void permitsNeverRunOut() throws Exception {
        Semaphore semaphore = new Semaphore(2);
        int acquire = call(Semaphore.class, "acquireUninterruptibly", "()V");
        int release = call(Semaphore.class, "release", "()V");
        int rounds = 5_000;
        Consumer<RecordingThread> body = p -> {
            for (int i = 0; i < rounds; i++) {
                p.beforeCall(semaphore, null, 0, acquire);
                semaphore.acquireUninterruptibly();
                p.afterCall(semaphore, null, 0, null, acquire);
                p.beforeCall(semaphore, null, 0, release);
                semaphore.release();
            }
        };
        program.run(fork, join, List.of(body, body, body));
        Trace trace = program.end().trace();
        int left = trace.initialPermits(0);
        int taken = 0;
        for (int e = 0; e < trace.size(); e++) {
            left += trace.kind(e) == EventKind.PERMIT_RELEASE ? 1 : trace.kind(e) == EventKind.PERMIT_ACQUIRE ? -1 : 0;
            taken += trace.kind(e) == EventKind.PERMIT_ACQUIRE ? 1 : 0;
            assertThat(left).isNotNegative();
        }
        assertThat(taken).isEqualTo(3 * rounds);
    }

    @Test
    void optimisticReadsDoNotCount() throws Exception {
        StampedLock lock = new StampedLock();
        int optimistic = call(StampedLock.class, "tryOptimisticRead", "()J");
        int validate = call(StampedLock.class, "validate", "(J)Z");
        RecordedProgram.Cell cell = new RecordedProgram.Cell();
        program.run(
                fork,
                join,
                List.of(
                        p -> {
                            p.beforeCall(lock, null, 0, optimistic);
                            p.afterCall(lock, null, 0, Boolean.TRUE, optimistic);
                            p.write(cell, x);
                            p.write(cell, x);
                            p.beforeCall(lock, null, 0, validate);
                            p.afterCall(lock, null, 0, Boolean.TRUE, validate);
                            p.write(cell, x);
                        },
                        p -> p.write(cell, x)));
        assertThat(recorded())
                .filteredOn(line -> line.startsWith("main/0"))
                .containsExactly("main/0 OBSERVE", "main/0 OBSERVE", "main/0 WRITE C.x");
    }

    @Test
    void contentIsAVariableWhateverTheTypeAndTheMethod() throws Exception {
        List<String> list = new ArrayList<>();
        List<String> locked = Collections.synchronizedList(list);
        int add = call(List.class, "add", "(Ljava/lang/Object;)Z");
        int size = call(ArrayList.class, "size", "()I");
        program.run(
                fork,
                join,
                List.of(
                        p -> {
                            p.beforeCall(list, "x", 0, add);
                            p.afterCall(list, "x", 0, Boolean.TRUE, add);
                        },
                        p -> p.beforeCall(list, null, 0, size),
                        p -> {
                            p.beforeCall(locked, "x", 0, add);
                            p.afterCall(locked, "x", 0, Boolean.TRUE, add);
                        },
                        p -> {
                            synchronized (locked) {
                                p.beforeCall(locked, "x", 0, add);
                                p.afterCall(locked, "x", 0, Boolean.TRUE, add);
                            }
                        }));
        Trace trace = program.end().trace();
        assertThat(trace.variableCount()).isEqualTo(1);
        assertThat(trace.variableName(0)).endsWith("List content");
        List<String> lines = RecordedProgram.lines(trace);
        assertThat(lines)
                .contains("main/0 WRITE " + trace.variableName(0), "main/1 READ " + trace.variableName(0))
                .containsSubsequence(
                        "main/2 ACQUIRE Collections$SynchronizedRandomAccessList",
                        "main/2 WRITE " + trace.variableName(0),
                        "main/2 RELEASE Collections$SynchronizedRandomAccessList")
                .contains("main/3 WRITE " + trace.variableName(0))
                .doesNotContain("main/3 ACQUIRE Collections$SynchronizedRandomAccessList");
    }

    @Test
    void entriesOfAConcurrentMapAreVariablesOfTheirOwn() throws Exception {
        Map<String, String> map = new ConcurrentHashMap<>();
        String value = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        int put = call(Map.class, "put", value);
        int putIfAbsent = call(Map.class, "putIfAbsent", value);
        program.run(
                fork,
                join,
                List.of(
                        p -> {
                            p.beforeCall(map, "a", 0, put);
                            p.afterCall(map, "a", 0, null, put);
                            p.beforeCall(map, "b", 0, put);
                            p.afterCall(map, "b", 0, null, put);
                        },
                        p -> {
                            p.beforeCall(map, "a", 0, putIfAbsent);
                            p.afterCall(map, "a", 0, null, putIfAbsent);
                            p.beforeCall(map, "b", 0, put);
                            p.afterCall(map, "b", 0, null, put);
                        }));
        Trace trace = program.end().trace();
        assertThat(trace.variableCount()).isEqualTo(2);
        assertThat(trace.variableName(0)).isEqualTo("Map entry");
        assertThat(RecordedProgram.lines(trace))
                .containsSubsequence("main/1 VOLATILE_READ Map entry", "main/1 VOLATILE_WRITE Map entry")
                .filteredOn(line -> line.contains("WRITE"))
                .hasSize(4);
    }

    /** The value that each increment gave is its place among all of them in the trace. */
    @Test
    void updatesAreRecordedInTheirTrueOrder() throws Exception {
        AtomicInteger count = new AtomicInteger();
        int increment = call(AtomicInteger.class, "incrementAndGet", "()I");
        int rounds = 20_000;
        List<List<Integer>> got = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        program.run(
                fork,
                join,
                List.of(
                        p -> increments(p, count, increment, rounds, got.get(0)),
                        p -> increments(p, count, increment, rounds, got.get(1)),
                        p -> increments(p, count, increment, rounds, got.get(2))));
        Trace trace = program.end().trace();
        // A thread that stood still for a quarter of a second within one update is overtaken, and the trace says so.
        assumeThat(trace.run().warnings()).isEmpty();
        int value = 0;
        int[] done = new int[3];
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) == EventKind.VOLATILE_WRITE) {
                String path = trace.threads().get(trace.thread(e)).path();
                int thread = path.charAt(path.length() - 1) - '0';
                assertThat(got.get(thread).get(done[thread]++)).isEqualTo(++value);
                assertThat(trace.kind(e - 1)).isEqualTo(EventKind.VOLATILE_READ);
                assertThat(trace.thread(e - 1)).isEqualTo(trace.thread(e));
            }
        }
        assertThat(value).isEqualTo(3 * rounds);
    }

    private static void increments(RecordingThread p, AtomicInteger count, int site, int rounds, List<Integer> got) {
        for (int i = 0; i < rounds; i++) {
            p.beforeCall(count, null, 0, site);
            got.add(count.incrementAndGet());
            p.afterCall(count, null, 0, null, site);
        }
    }
}
