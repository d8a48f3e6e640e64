// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.model.Calls;
import dev.foretell.agent.model.ModelledCall;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads are held before library calls, and every anomaly reported as created is real. */
@Timeout(60)
class DirectedCallsTest {
    @TempDir
    Path folder;

    private final Calls calls = new Calls();
    private SimulatedProgram program;
    private int start;
    private int join;

    @BeforeEach
    void begin() {
        program = new SimulatedProgram(folder);
        start = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
    }

    /** The first site of a call on this line. */
    private int call(int line, Class<?> owner, String name, String descriptor) {
        ModelledCall.Shape shape = calls.shape(owner, name, descriptor);
        int first = 0;
        for (EventKind kind : shape.sites()) {
            int site = program.site(kind, line, shape.what(kind));
            first = first == 0 ? site : first;
        }
        calls.library.define(shape, first);
        return first;
    }

    private int site(int first, EventKind kind) {
        int site = first;
        while (program.siteOf(site).op() != kind) {
            site++;
        }
        return site;
    }

    private Outcome runProgram(SimulatedProgram.Body one, SimulatedProgram.Body two) throws Exception {
        program.begin();
        program.director().use(calls.library);
        ThreadProbe p = program.director().attach(Thread.currentThread());
        Thread left = program.start(p, start, "left", one);
        Thread right = program.start(p, start, "right", two);
        if (!program.kind.isLockCycle()) {
            SimulatedProgram.join(p, left, join);
            SimulatedProgram.join(p, right, join);
        }
        program.director().exiting(Thread.currentThread());
        return program.kind.isLockCycle() ? waitForDeadlock() : program.finish();
    }

    private Outcome waitForDeadlock() throws Exception {
        for (int i = 0; i < 500 && program.outcome().deadlock().isEmpty(); i++) {
            Thread.sleep(10);
        }
        program.director().close();
        return program.outcome();
    }

    private static void lock(ThreadProbe p, Lock lock, int site) throws InterruptedException {
        p.beforeCall(lock, null, 0, site);
        lock.lockInterruptibly();
        p.afterCall(lock, null, 0, null, site);
    }

    private static void unlock(ThreadProbe p, Lock lock, int site) {
        p.beforeCall(lock, null, 0, site);
        lock.unlock();
    }

    /** As the hooks in the JDK do: before the interrupt, and where the exception is created. */
    private static void interrupt(ThreadProbe p, Thread thread, int site) {
        p.beforeCall(thread, null, 0, site);
        p.handOver(thread);
        thread.interrupt();
    }

    private static boolean waitsInterrupted(ThreadProbe p, Object monitor, int site) {
        try {
            p.beforeWait(monitor, 0, site);
            monitor.wait();
            p.afterWait(monitor, site);
            return false;
        } catch (InterruptedException e) {
            p.beginTask(Thread.currentThread());
            return true;
        }
    }

    /**
     * The interrupt comes first, then the wait ends, then comes the notify. The waiting thread is held where the
     * exception is created, without the monitor, so nothing depends on timing.
     */
    @Test
    void endsAWaitByAnInterruptBeforeTheNotify() throws Exception {
        for (int round = 0; round < 20; round++) {
            begin();
            Object monitor = new Object();
            int interrupt = call(10, Thread.class, "interrupt", "()V");
            int enter = program.site(EventKind.ACQUIRE, 11);
            int exit = program.site(EventKind.RELEASE, 12);
            int wait = program.waitSite(13);
            int notify = program.site(EventKind.NOTIFY, 14);
            int read = program.site(EventKind.READ, 15);
            program.kind = AnomalyKind.ORDER;
            program.until("main", read, 1)
                    .until("main/0", wait + 1, 1)
                    .until("main/1", enter, 1)
                    .until("main", join, 1)
                    .past("main/0", wait + 1, 1);
            program.pass("main", interrupt, 1, 0, 0)
                    .pass("main/0", wait + 1, 1, 1, 1)
                    .pass("main/1", notify, 1, 1, 2);
            List<String> log = Collections.synchronizedList(new ArrayList<>());
            program.begin();
            program.director().use(calls.library);
            ThreadProbe p = program.director().attach(Thread.currentThread());
            Thread left = program.start(
                    p,
                    start,
                    "left",
                    q -> SimulatedProgram.locked(q, monitor, enter, exit, r -> {
                        log.add(waitsInterrupted(r, monitor, wait) ? "interrupted" : "notified");
                    }));
            Thread right = program.start(
                    p,
                    start,
                    "right",
                    q -> SimulatedProgram.locked(q, monitor, enter, exit, r -> {
                        r.beforeNotify(monitor, false, notify);
                        log.add("notifies");
                        monitor.notify();
                    }));
            p.read(monitor, read);
            interrupt(p, left, interrupt);
            SimulatedProgram.join(p, left, join);
            SimulatedProgram.join(p, right, join);
            program.director().exiting(Thread.currentThread());
            Outcome outcome = program.finish();
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
            assertThat(log).containsExactly("interrupted", "notifies");
        }
    }

    @Test
    void createsADeadlockOfALockAndAMonitor() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        int lockFirst = call(10, Lock.class, "lock", "()V");
        int thenMonitor = program.site(EventKind.ACQUIRE, 11);
        int monitorFirst = program.site(EventKind.ACQUIRE, 12);
        int thenLock = call(13, Lock.class, "lock", "()V");
        int exit = program.site(EventKind.RELEASE, 14);
        program.kind = AnomalyKind.DEADLOCK;
        program.meet("main/0", thenMonitor, 1).meet("main/1", thenLock, 1);
        Outcome outcome = runProgram(
                p -> {
                    lock(p, lock, lockFirst);
                    SimulatedProgram.locked(p, monitor, thenMonitor, exit, q -> {});
                },
                p -> SimulatedProgram.locked(p, monitor, monitorFirst, exit, q -> lock(q, lock, thenLock)));
        assertThat(outcome.created()).as("%s", outcome).isTrue();
        assertThat(outcome.deadlock())
                .contains("java.util.concurrent.locks.ReentrantLock")
                .contains("java.lang.Object");
    }

    /** The program recovers: another thread interrupts one of the two, which releases its lock. */
    @Test
    void aLockCycleThatAnInterruptEndsIsNoDeadlock() throws Exception {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock two = new ReentrantLock();
        int first = call(10, Lock.class, "lockInterruptibly", "()V");
        int second = call(11, Lock.class, "lockInterruptibly", "()V");
        int unlock = call(12, Lock.class, "unlock", "()V");
        program.kind = AnomalyKind.DEADLOCK;
        program.meet("main/0", second, 1).meet("main/1", second, 1);
        program.begin();
        program.director().use(calls.library);
        ThreadProbe p = program.director().attach(Thread.currentThread());
        List<DirectedThread> both = new CopyOnWriteArrayList<>();
        Thread left = program.start(p, start, "left", q -> {
            both.add((DirectedThread) q);
            recovers(q, one, two, first, second, unlock);
        });
        Thread right = program.start(p, start, "right", q -> {
            both.add((DirectedThread) q);
            recovers(q, two, one, first, second, unlock);
        });
        program.director().exiting(Thread.currentThread());
        while (!parks(right, one) || !parks(left, two)) {
            Thread.onSpinWait();
        }
        LockCycles deadlocks = new LockCycles();
        assertThat(deadlocks.find(both, false)).isNull();
        assertThat(deadlocks.find(both, false)).isNull();
        assertThat(deadlocks.find(both, true)).contains(Outcome.UNLESS_INTERRUPTED);
        right.interrupt();
        left.join();
        right.join();
        Outcome outcome = program.finish();
        assertThat(outcome.created()).as("%s", outcome).isFalse();
        assertThat(outcome.problem()).contains("waits for its lock" + Outcome.UNLESS_INTERRUPTED);
    }

    private static boolean parks(Thread thread, ReentrantLock lock) {
        return lock.hasQueuedThread(thread) && thread.getState() == Thread.State.WAITING;
    }

    private static void recovers(ThreadProbe p, Lock mine, Lock other, int first, int second, int unlock) {
        try {
            lock(p, mine, first);
            try {
                lock(p, other, second);
                unlock(p, other, unlock);
            } finally {
                unlock(p, mine, unlock);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // has released its lock
        }
    }

    @Test
    void tryLockIsNoDeadlock() throws Exception {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock two = new ReentrantLock();
        int first = call(10, Lock.class, "lock", "()V");
        int tryLock = call(11, Lock.class, "tryLock", "()Z");
        int unlock = call(12, Lock.class, "unlock", "()V");
        program.kind = AnomalyKind.DEADLOCK;
        program.meet("main/0", tryLock, 1).meet("main/1", tryLock, 1);
        program.begin();
        program.director().use(calls.library);
        ThreadProbe p = program.director().attach(Thread.currentThread());
        SimulatedProgram.Body left = q -> both(q, one, two, first, tryLock, unlock);
        SimulatedProgram.Body right = q -> both(q, two, one, first, tryLock, unlock);
        Thread a = program.start(p, start, "left", left);
        Thread b = program.start(p, start, "right", right);
        SimulatedProgram.join(p, a, join);
        SimulatedProgram.join(p, b, join);
        Outcome outcome = program.finish();
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("does not want a monitor");
    }

    private static void both(ThreadProbe p, Lock mine, Lock other, int first, int tryLock, int unlock)
            throws Exception {
        lock(p, mine, first);
        p.beforeCall(other, null, 0, tryLock);
        boolean got = other.tryLock();
        p.afterCall(other, null, 0, got, tryLock);
        if (got) {
            unlock(p, other, unlock);
        }
        unlock(p, mine, unlock);
    }

    /**
     * The second tryLock of the right thread fails, as in the clip, although the thread may be held for long before
     * each.
     */
    @Test
    void tryLockFailsWhileTheLockIsHeldAsInTheClip() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        int enter = call(10, Lock.class, "lock", "()V");
        int exit = call(11, Lock.class, "unlock", "()V");
        int tryLock = call(12, Lock.class, "tryLock", "()Z");
        int other = program.site(EventKind.READ, 13);
        Object cell = new Object();
        List<Boolean> results = Collections.synchronizedList(new ArrayList<>());
        program.kind = AnomalyKind.SCHEDULE;
        program.until("main/1", site(tryLock, EventKind.TRY_ACQUIRE_FAILED), 2)
                .until("main/0", site(exit, EventKind.RELEASE), 1)
                .until("main/1", site(tryLock, EventKind.ACQUIRE), 3)
                .untilEnd("main/0")
                .untilEnd("main/1");
        Outcome outcome = runProgram(
                p -> {
                    lock(p, lock, enter);
                    unlock(p, lock, exit);
                },
                p -> {
                    for (int i = 0; i < 3; i++) {
                        p.beforeCall(lock, null, 0, tryLock);
                        boolean got = lock.tryLock();
                        p.afterCall(lock, null, 0, got, tryLock);
                        results.add(got);
                        if (got) {
                            unlock(p, lock, exit);
                        }
                        p.read(cell, other);
                    }
                });
        assertThat(outcome.problem()).isEmpty();
        assertThat(results).containsExactly(true, false, true);
    }

    /** Two threads write under the read lock, which both may own. */
    @Test
    void createsARaceUnderASharedReadLock() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int enter = call(10, Lock.class, "lock", "()V");
        int exit = call(11, Lock.class, "unlock", "()V");
        int write = program.site(EventKind.WRITE, 12);
        Object cell = new Object();
        program.kind = AnomalyKind.RACE;
        program.meet("main/0", write, 1).meet("main/1", write, 1);
        SimulatedProgram.Body body = p -> {
            lock(p, lock.readLock(), enter);
            p.write(cell, write);
            unlock(p, lock.readLock(), exit);
        };
        Outcome outcome = runProgram(body, body);
        assertThat(outcome.created()).as("%s", outcome).isTrue();
    }

    @Test
    void aWriterWaitsForReadersOfTheLock() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int enter = call(10, Lock.class, "lock", "()V");
        int exit = call(11, Lock.class, "unlock", "()V");
        int write = program.site(EventKind.WRITE, 12);
        Object cell = new Object();
        program.kind = AnomalyKind.RACE;
        program.patience = 500;
        program.meet("main/0", write, 1).meet("main/1", write, 1);
        Outcome outcome = runProgram(
                p -> {
                    lock(p, lock.writeLock(), enter);
                    lock(p, lock.readLock(), enter);
                    unlock(p, lock.writeLock(), exit);
                    p.write(cell, write);
                    unlock(p, lock.readLock(), exit);
                },
                p -> {
                    lock(p, lock.writeLock(), enter);
                    p.write(cell, write);
                    unlock(p, lock.writeLock(), exit);
                });
        assertThat(outcome.created()).as("%s", outcome).isFalse();
        assertThat(outcome.problem()).contains("ReentrantReadWriteLock");
    }

    @Test
    void createsADeadlockOfReadersAndWriters() throws Exception {
        ReentrantReadWriteLock one = new ReentrantReadWriteLock();
        StampedLock two = new StampedLock();
        int share = call(10, Lock.class, "lock", "()V");
        int alone = call(11, Lock.class, "lock", "()V");
        program.kind = AnomalyKind.DEADLOCK;
        int last = site(alone, EventKind.ACQUIRE);
        program.meet("main/0", last, 1).meet("main/1", last, 1);
        Outcome outcome = runProgram(
                p -> {
                    lock(p, one.readLock(), share);
                    lock(p, two.asWriteLock(), alone);
                },
                p -> {
                    lock(p, two.asReadLock(), share);
                    lock(p, one.writeLock(), alone);
                });
        assertThat(outcome.created()).as("%s", outcome).isTrue();
        assertThat(outcome.deadlock())
                .contains("holds java.util.concurrent.locks.ReentrantReadWriteLock (shared)")
                .contains("wants java.util.concurrent.locks.StampedLock");
    }

    @Test
    void aSemaphoreWithTwoPermitsIsNoMutex() throws Exception {
        assertThat(raceUnderPermits(2).created()).isTrue();
    }

    @Test
    void aSemaphoreWithOnePermitIsAMutex() throws Exception {
        program.patience = 500;
        assertThat(raceUnderPermits(1).created()).isFalse();
    }

    private Outcome raceUnderPermits(int permits) throws Exception {
        Semaphore semaphore = new Semaphore(permits);
        int acquire = call(10, Semaphore.class, "acquire", "()V");
        int release = call(11, Semaphore.class, "release", "()V");
        int write = program.site(EventKind.WRITE, 12);
        Object cell = new Object();
        program.kind = AnomalyKind.RACE;
        program.meet("main/0", write, 1).meet("main/1", write, 1);
        SimulatedProgram.Body body = p -> {
            p.beforeCall(semaphore, null, 0, acquire);
            semaphore.acquire();
            p.afterCall(semaphore, null, 0, null, acquire);
            p.write(cell, write);
            p.beforeCall(semaphore, null, 0, release);
            semaphore.release();
        };
        return runProgram(body, body);
    }

    @Test
    void followsAConditionThroughSignalAndAwait() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        int enter = call(10, Lock.class, "lock", "()V");
        int exit = call(11, Lock.class, "unlock", "()V");
        int await = call(12, Condition.class, "await", "()V");
        int signal = call(13, Condition.class, "signal", "()V");
        int write = program.site(EventKind.WRITE, 14);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        boolean[] there = {false};
        program.until("main/0", site(await, EventKind.OBSERVE), 1)
                .untilEnd("main/1")
                .untilEnd("main/0");
        Outcome outcome = runProgram(
                p -> {
                    lock(p, lock, enter);
                    while (!there[0]) {
                        order.add("waits");
                        p.beforeCall(condition, null, 0, await);
                        condition.await();
                        p.afterCall(condition, null, 0, null, await);
                    }
                    p.write(there, write);
                    order.add("woken");
                    unlock(p, lock, exit);
                },
                p -> {
                    lock(p, lock, enter);
                    there[0] = true;
                    p.beforeCall(condition, null, 0, signal);
                    condition.signal();
                    order.add("signals");
                    unlock(p, lock, exit);
                    lock(p, lock, enter);
                    order.add("again");
                    unlock(p, lock, exit);
                });
        assertThat(outcome.problem()).isEmpty();
        assertThat(order).containsExactly("waits", "signals", "again", "woken");
    }

    @Test
    void createsARaceOnTheContentOfAList() throws Exception {
        List<String> list = new ArrayList<>();
        List<String> locked = Collections.synchronizedList(list);
        int add = call(10, List.class, "add", "(Ljava/lang/Object;)Z");
        int size = call(11, List.class, "size", "()I");
        program.kind = AnomalyKind.RACE;
        program.meet("main/0", site(add, EventKind.WRITE), 1).meet("main/1", site(size, EventKind.READ), 1);
        Outcome outcome = runProgram(p -> add(p, locked, add), p -> p.beforeCall(list, null, 0, size));
        assertThat(outcome.created()).as("%s", outcome).isTrue();
    }

    @Test
    void theMonitorOfASynchronizedListExcludesARace() throws Exception {
        List<String> list = new ArrayList<>();
        List<String> locked = Collections.synchronizedList(list);
        int add = call(10, List.class, "add", "(Ljava/lang/Object;)Z");
        int size = call(11, List.class, "size", "()I");
        int enter = program.site(EventKind.ACQUIRE, 12);
        int exit = program.site(EventKind.RELEASE, 13);
        program.kind = AnomalyKind.RACE;
        program.patience = 500;
        program.meet("main/0", site(add, EventKind.WRITE), 1).meet("main/1", site(size, EventKind.READ), 1);
        Outcome outcome = runProgram(
                p -> add(p, locked, add),
                p -> SimulatedProgram.locked(p, locked, enter, exit, q -> q.beforeCall(list, null, 0, size)));
        assertThat(outcome.created()).as("%s", outcome).isFalse();
    }

    private static void add(ThreadProbe p, List<String> list, int site) {
        p.beforeCall(list, "x", 0, site);
        list.add("x");
        p.afterCall(list, "x", 0, Boolean.TRUE, site);
    }

    /** No event comes between the read and the write of an atomic update, even if a clip requires it. */
    @Test
    void noEventComesBetweenReadAndWriteOfAnAtomicUpdate() throws Exception {
        AtomicInteger count = new AtomicInteger();
        int increment = call(10, AtomicInteger.class, "incrementAndGet", "()I");
        int set = call(11, AtomicInteger.class, "set", "(I)V");
        program.kind = AnomalyKind.ATOMICITY;
        program.patience = 500;
        int read = site(increment, EventKind.VOLATILE_READ);
        int write = site(increment, EventKind.VOLATILE_WRITE);
        program.until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", site(set, EventKind.VOLATILE_WRITE), 1, 0, 1)
                .pass("main/0", write, 1, 0, 0);
        Object monitor = new Object();
        int enter = program.site(EventKind.ACQUIRE, 12);
        int exit = program.site(EventKind.RELEASE, 13);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, monitor, enter, exit, q -> {
                    q.beforeCall(count, null, 0, increment);
                    count.incrementAndGet();
                    q.afterCall(count, null, 0, null, increment);
                }),
                p -> {
                    p.beforeCall(count, null, 5, set);
                    count.set(5);
                    p.afterCall(count, null, 5, null, set);
                });
        assertThat(outcome.created()).as("%s", outcome).isFalse();
    }

    @Test
    void switchesToTheThreadThatFillsTheQueue() throws Exception {
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        int take = call(10, BlockingQueue.class, "take", "()Ljava/lang/Object;");
        int put = call(11, BlockingQueue.class, "put", "(Ljava/lang/Object;)V");
        int write = program.site(EventKind.WRITE, 12);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        program.until("main/0", write, 1).untilEnd("main/1").untilEnd("main/0");
        Outcome outcome = runProgram(
                p -> {
                    p.beforeCall(queue, null, 0, take);
                    Object got = queue.poll(30, TimeUnit.SECONDS);
                    p.afterCall(queue, null, 0, got, take);
                    p.write(order, write);
                    order.add("taken");
                },
                p -> {
                    Object element = new Object();
                    p.beforeCall(queue, element, 0, put);
                    queue.put(element);
                    p.afterCall(queue, element, 0, null, put);
                    p.write(order, write);
                    order.add("put");
                });
        assertThat(outcome.problem()).as("%s", outcome).isEmpty();
        assertThat(order).containsExactly("put", "taken");
    }
}
