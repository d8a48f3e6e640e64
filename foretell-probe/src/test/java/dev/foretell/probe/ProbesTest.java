// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each thread finds its own probe, however many there are. */
class ProbesTest {
    private final AtomicInteger attached = new AtomicInteger();
    private final List<String> calls = new ArrayList<>();

    private final Mode mode = new Mode() {
        @Override
        public ThreadProbe attach(Thread thread) {
            attached.incrementAndGet();
            return new SilentProbe(thread) {
                @Override
                public void beginTask(Object task) {
                    calls.add("sees " + task);
                }
            };
        }

        @Override
        public void starting(Thread thread) {
            calls.add("starting " + thread.getName());
        }

        @Override
        public void exiting(Thread thread) {
            calls.add("exiting " + thread.getName());
        }

        @Override
        public void leaving(Thread thread, Throwable exception) {
            calls.add("leaving " + thread.getName());
        }

        @Override
        public void uncaught(Thread thread, Throwable exception) {
            calls.add("uncaught " + thread.getName());
        }
    };

    /** {@code FutureTask.isDone} is true from there on. */
    @Test
    void aTaskThatIsAlmostCompleteHasDoneItsWork() {
        Probes.install(mode);
        Probes.seeState("new", 0);
        Probes.seeState("completing", 1);
        Probes.seeState("normal", 2);
        assertThat(calls).containsExactly("sees completing", "sees normal");
        Probes.detach(Probes.current());
    }

    @Test
    void attachesEachThreadOnce() {
        Probes.install(mode);
        ThreadProbe mine = Probes.current();
        assertThat(Probes.current()).isSameAs(mine);
        assertThat(mine.thread).isSameAs(Thread.currentThread());
        assertThat(attached).hasValue(1);
        Probes.detach(mine);
    }

    @Test
    void forgetsAThreadThatIsDetached() {
        Probes.install(mode);
        ThreadProbe mine = Probes.current();
        Probes.detach(mine);
        Probes.detach(mine);
        assertThat(mine.thread).isNull();
        ThreadProbe next = Probes.current();
        assertThat(next).isNotSameAs(mine);
        Probes.detach(next);
    }

    @Test
    void keepsManyLiveThreadsApart() throws InterruptedException {
        Probes.install(mode);
        int count = 1500;
        Set<ThreadProbe> probes = ConcurrentHashMap.newKeySet();
        AtomicInteger wrong = new AtomicInteger();
        CountDownLatch allAttached = new CountDownLatch(count);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(null, () -> meet(probes, allAttached, wrong), "t" + i, 1 << 16);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(probes).hasSize(count);
        assertThat(attached).hasValue(count);
        assertThat(wrong).hasValue(0);
    }

    /** Attaches, waits until all others have, and looks again. */
    private static void meet(Set<ThreadProbe> probes, CountDownLatch allAttached, AtomicInteger wrong) {
        ThreadProbe first = Probes.current();
        probes.add(first);
        allAttached.countDown();
        try {
            allAttached.await();
        } catch (InterruptedException e) {
            wrong.incrementAndGet();
        }
        if (Probes.current() != first || first.thread != Thread.currentThread()) {
            wrong.incrementAndGet();
        }
        Probes.detach(first);
    }

    @Test
    void keepsTheAgentsOwnThreadsToItself() {
        Probes.install(mode);
        Thread own = new AgentThread("own");
        Thread program = new Thread("program");
        for (Thread thread : List.of(own, program)) {
            Probes.starting(thread);
            Probes.leaving(thread, new IllegalStateException());
            Probes.uncaught(thread, new IllegalStateException());
            Probes.exiting(thread);
        }
        assertThat(calls).containsExactly("starting program", "leaving program", "uncaught program", "exiting program");
        assertThat(own.isDaemon()).isTrue();
    }

    @Test
    void roundsNanosecondsUpSoThatATimedWaitIsNeverUntimed() {
        assertThat(Probes.roundUp(0, 0)).isZero();
        assertThat(Probes.roundUp(0, 1)).isEqualTo(1);
        assertThat(Probes.roundUp(5, 999_999)).isEqualTo(6);
        assertThat(Probes.roundUp(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
    }
}
