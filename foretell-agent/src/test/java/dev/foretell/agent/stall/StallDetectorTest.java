// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.clip.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Stall detection on real threads in a group of their own; those that do not end are interrupted, or left as daemons.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StallDetectorTest {
    private static final int MANY_LOOKS = 200;

    private final ThreadGroup group = new ThreadGroup("rig");
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private final StallDetector standstill = new StallDetector(group, false);

    private interface Body {
        void run() throws InterruptedException;
    }

    private Thread start(String name, boolean daemon, Body body) {
        Thread thread = new Thread(group, () -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setName(name);
        thread.setDaemon(daemon);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private static void until(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    @AfterEach
    void end() {
        threads.forEach(Thread::interrupt);
    }

    private StallVerdict verdict() {
        StallVerdict verdict = standstill.poll();
        while (verdict == null) {
            Thread.yield();
            verdict = standstill.poll();
        }
        return verdict;
    }

    private void assertNoVerdict() {
        for (int i = 0; i < MANY_LOOKS; i++) {
            assertThat(standstill.poll()).isNull();
        }
    }

    @Test
    void everyThreadWaits() {
        until(start("waits", false, never::await), Thread.State.WAITING);
        StallVerdict verdict = verdict();
        assertThat(verdict.deadlock()).isEmpty();
        assertThat(verdict.stacks()).contains("\"waits\" WAITING", "CountDownLatch.await");
        assertThat(standstill.isStopped()).isTrue();
    }

    @Test
    void daemonsAloneDoNotKeepTheProgramAlive() {
        until(start("daemon", true, never::await), Thread.State.WAITING);
        assertNoVerdict();
    }

    @Test
    void threadThatSleepsCanWakeOthers() {
        until(start("waits", false, never::await), Thread.State.WAITING);
        until(start("sleeps", true, () -> never.await(1, TimeUnit.HOURS)), Thread.State.TIMED_WAITING);
        assertNoVerdict();
    }

    @Test
    void threadThatRunsCanWakeOthers() {
        until(start("waits", false, never::await), Thread.State.WAITING);
        start("runs", true, () -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        });
        assertNoVerdict();
    }

    /** Each waits at the same place most of the time, and one of them always goes on. */
    @Test
    void threadsThatTakeTurnsAreNoStall() {
        Object monitor = new Object();
        boolean[] turn = new boolean[1];
        for (boolean mine : new boolean[] {false, true}) {
            start("turn " + mine, false, () -> {
                while (true) {
                    synchronized (monitor) {
                        while (turn[0] != mine) {
                            monitor.wait();
                        }
                        turn[0] = !mine;
                        monitor.notifyAll();
                    }
                }
            });
        }
        for (int i = 0; i < 20; i++) {
            assertNoVerdict();
        }
    }

    @Test
    void deadlockOfMonitorsIsReportedWhileOthersRun() {
        Object left = new Object();
        Object right = new Object();
        CountDownLatch both = new CountDownLatch(2);
        // Nothing ends these two, so they must not keep the JVM alive.
        Thread one = start("one", true, () -> lock(left, right, both));
        Thread two = start("two", true, () -> lock(right, left, both));
        start("runs", true, () -> never.await(1, TimeUnit.HOURS));
        until(one, Thread.State.BLOCKED);
        until(two, Thread.State.BLOCKED);
        StallVerdict verdict = verdict();
        assertThat(verdict.cycle()).extracting(StallVerdict.InCycle::thread).containsExactlyInAnyOrder(one, two);
        assertThat(verdict.deadlock()).contains("one holds java.lang.Object (", "which two holds");
        assertThat(verdict.stacks()).isEmpty();
        assertThat(standstill.isStopped()).isFalse();
    }

    private static void lock(Object first, Object second, CountDownLatch both) throws InterruptedException {
        synchronized (first) {
            both.countDown();
            both.await();
            synchronized (second) {
                both.countDown();
            }
        }
    }

    @Test
    void deadlockThatAnInterruptCouldEndCountsOnlyWhenNoThreadIsLeft() {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread other = start("other", false, () -> never.await(1, TimeUnit.HOURS));
        until(other, Thread.State.TIMED_WAITING);
        until(start("one", false, () -> lock(left, right, both)), Thread.State.WAITING);
        Thread two = start("two", false, () -> lock(right, left, both));
        while (!left.hasQueuedThreads() || !right.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        until(two, Thread.State.WAITING);
        assertNoVerdict();
        other.interrupt();
        StallVerdict verdict = verdict();
        assertThat(verdict.deadlock()).contains("two holds java.util.concurrent.locks.ReentrantLock (");
        assertThat(verdict.deadlock()).contains("which two holds" + Outcome.UNLESS_INTERRUPTED);
        assertThat(verdict.stacks()).contains("\"one\" WAITING");
    }

    private static void lock(ReentrantLock first, ReentrantLock second, CountDownLatch both)
            throws InterruptedException {
        first.lockInterruptibly();
        try {
            both.countDown();
            both.await();
            second.lockInterruptibly();
        } finally {
            first.unlock();
        }
    }
}
