// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cycle of locks is a deadlock only when the JVM finds the threads of that cycle deadlocked. */
@Timeout(60)
class LockCyclesTest {
    private final Object one = new Object();
    private final Object other = new Object();

    @Test
    void findsThreadsThatAreDeadlocked() throws Exception {
        List<DirectedThread> cycle = cycleOf(deadlock(one, other));
        assertThat(found(cycle)).contains("holds").contains("wants");
    }

    /** Two threads that only wait, as they are seen between two polls of a program that goes on. */
    @Test
    void anotherDeadlockOfTheJvmIsNoEvidence() throws Exception {
        deadlock(new Object(), new Object());
        Thread[] waiting = {parked(), parked()};
        assertThat(found(cycleOf(waiting))).isNull();
        for (Thread thread : waiting) {
            thread.interrupt();
        }
    }

    /** What the second of two polls finds: the first one only notes what threads want. */
    private static String found(List<DirectedThread> threads) {
        LockCycles cycles = new LockCycles();
        assertThat(cycles.find(threads, true)).isNull();
        return cycles.find(threads, true);
    }

    /** The probes of both threads report that each owns what the other one wants. */
    private List<DirectedThread> cycleOf(Thread... threads) {
        DirectedThread first = directed(threads[0], "main/0");
        first.monitors.enter(one);
        first.wants = other;
        DirectedThread second = directed(threads[1], "main/1");
        second.monitors.enter(other);
        second.wants = one;
        return List.of(first, second);
    }

    private static DirectedThread directed(Thread thread, String path) {
        return new DirectedProbes(thread, path, null, null, null, null);
    }

    private static Thread[] deadlock(Object first, Object second) throws InterruptedException {
        CountDownLatch bothHold = new CountDownLatch(2);
        Thread[] threads = {locking(first, second, bothHold), locking(second, first, bothHold)};
        for (Thread thread : threads) {
            while (bothHold.getCount() > 0 || thread.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
        }
        return threads;
    }

    private static Thread locking(Object outer, Object inner, CountDownLatch bothHold) {
        return daemon(() -> {
            synchronized (outer) {
                bothHold.countDown();
                try {
                    bothHold.await();
                } catch (InterruptedException e) {
                    return;
                }
                synchronized (inner) {
                    throw new AssertionError("not deadlocked");
                }
            }
        });
    }

    private static Thread parked() throws InterruptedException {
        Thread thread = daemon(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        while (thread.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        return thread;
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "lock-cycles");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
