// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.watch.WatcherRig.Access;
import dev.foretell.agent.watch.WatcherRig.Cell;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.options.WatchOptions.Heal;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Healing prevents violations of sections, and never makes the program hang. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HealerTest {
    private static final String X = Cell.class.getName() + ".x";

    @TempDir
    private Path directory;

    private final Cell cell = new Cell();
    private WatcherRig program;

    private void watch(Heal heal, String lockable) throws IOException {
        Path file = directory.resolve("test.sections");
        Files.writeString(
                file,
                "foretell sections 1\nsection " + X + "\nenter read [p.C1.run()V @0]\nend write [p.C2.run()V @0]\n"
                        + lockable + "\n");
        program = new WatcherRig(
                directory.resolve("out"),
                AgentOptions.NONE.with(WatchOptions.SECTIONS, file).with(WatchOptions.HEAL, heal));
        WatchedThread linker = program.thread("linker");
        program.access(linker, cell, "x", false);
        program.access(linker, cell, "x", true);
        program.access(linker, cell, "x", true); // a write outside of sections
        program.watcher.sections().forget(linker);
    }

    private Access at(WatchedThread thread, int site, boolean write) {
        return new Access(thread, cell, WatchedThread.FIELD, site, write);
    }

    private WatchedThread me() {
        return (WatchedThread) program.watcher.attach(Thread.currentThread());
    }

    private List<String> reported(String key) throws IOException {
        return program.lines().stream()
                .filter(line -> line.get(0).equals(key))
                .map(line -> line.get(1))
                .toList();
    }

    private boolean broken() throws IOException {
        return program.sightings().stream().anyMatch(sighting -> sighting.kind().equals(WatchEvent.ATOMICITY));
    }

    /** Threads that increment as the section does; returns the priority of each after its last round. */
    private int[] increment(int threads, int rounds) throws InterruptedException {
        Thread[] all = new Thread[threads];
        int[] priorities = new int[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            all[i] = new Thread(() -> {
                WatchedThread me = me();
                for (int round = 0; round < rounds; round++) {
                    Access load = at(me, 1, false);
                    load.before();
                    int value = cell.x;
                    load.after();
                    Thread.yield();
                    Access store = at(me, 2, true);
                    store.before();
                    cell.x = value + 1;
                    store.after();
                }
                priorities[number] = Thread.currentThread().getPriority();
                program.watcher.exiting(Thread.currentThread());
            });
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return priorities;
    }

    @Test
    void locksPreventViolations() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        increment(4, 1000);
        assertThat(cell.x).isEqualTo(4000);
        assertThat(reported(WatchLine.HEALED)).noneMatch(line -> line.contains("without the lock"));
        assertThat(broken()).isFalse();
        assertThat(reported(WatchLine.HEALED)).isNotEmpty().hasSizeLessThanOrEqualTo(20);
    }

    /** Each access is synchronized, the pair is not: healing locks acquired inside the monitor could not protect it. */
    @Test
    void locksOutsideOfMonitorsProtectSectionsOverSeveralMonitors() throws Exception {
        watch(Heal.LOCK, "lockable outside");
        Thread[] all = new Thread[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                WatchedThread me = me();
                for (int round = 0; round < 500; round++) {
                    int value = synchronizedOnCell(me, 1, -1);
                    Thread.yield();
                    synchronizedOnCell(me, 2, value + 1);
                }
                program.watcher.exiting(Thread.currentThread());
            });
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(cell.x).isEqualTo(2000);
        assertThat(broken()).isFalse();
        assertThat(reported(WatchLine.HEALED)).isNotEmpty().noneMatch(line -> line.contains("without the lock"));
    }

    /** As a synchronized method with one access, which writes unless the value is negative. */
    private int synchronizedOnCell(WatchedThread me, int site, int written) {
        me.beforeEnter(cell, 0);
        synchronized (cell) {
            me.afterEnter(cell, 0);
            Access access = at(me, site, written >= 0);
            access.before();
            if (written >= 0) {
                cell.x = written;
            }
            int value = cell.x;
            access.after();
            me.beforeExit(cell, 0);
            return value;
        }
    }

    @Test
    void aThreadOutsideOfMonitorAndSectionOwnsNoLock() throws Exception {
        watch(Heal.LOCK, "lockable outside");
        WatchedThread one = program.thread("one");
        WatchedThread two = program.thread("two");
        one.beforeEnter(cell, 0);
        one.afterEnter(cell, 0);
        one.beforeEnter(cell, 0);
        one.afterEnter(cell, 0);
        one.beforeExit(cell, 0);
        assertThat(one.healingLocks).as("entered twice, left once").isEqualTo(1);
        one.beforeExit(cell, 0);
        assertThat(one.healingLocks).isZero();
        two.beforeEnter(cell, 0);
        two.afterEnter(cell, 0);
        at(two, 1, false).whole();
        two.beforeExit(cell, 0);
        assertThat(two.healingLocks).as("in a section").isEqualTo(1);
        one.beforeEnter(new Object(), 0);
        assertThat(one.healingLocks).as("of another object").isZero();
    }

    /**
     * These influence the scheduler only, so increments may be lost: between two and all of them remain, whatever the
     * interleaving.
     */
    @ParameterizedTest
    @EnumSource(names = {"YIELD", "SLEEP", "PRIORITY"})
    void healingWithoutLocksNeitherHangsNorChangesThreads(Heal heal) throws Exception {
        watch(heal, "lockable yes");
        int[] priorities = increment(3, 50);
        assertThat(cell.x).isBetween(2, 150);
        assertThat(priorities).containsOnly(Thread.NORM_PRIORITY);
        assertThat(reported(WatchLine.HEALED)).isNotEmpty();
    }

    @Test
    void theHighestPriorityLastsAsLongAsTheSection() throws Exception {
        watch(Heal.PRIORITY, "lockable yes");
        WatchedThread thread = program.thread("thread");
        at(thread, 1, false).whole();
        assertThat(thread.thread.getPriority()).isEqualTo(Thread.MAX_PRIORITY);
        at(thread, 2, true).whole();
        assertThat(thread.thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
    }

    /** The section never ends here: the access waits for a bounded time, then happens. */
    @ParameterizedTest
    @CsvSource({"YIELD, yielded while another thread was in it", "SLEEP, slept while another thread was in it"})
    void anAccessBesideAnOpenSectionIsDelayed(Heal heal, String line) throws Exception {
        watch(heal, "lockable yes");
        at(program.thread("inside"), 1, false).whole();
        assertThat(reported(WatchLine.HEALED)).noneMatch(healed -> healed.contains(line));
        at(program.thread("visitor"), 3, true).whole();
        assertThat(reported(WatchLine.HEALED)).anyMatch(healed -> healed.startsWith("visitor " + line));
    }

    @Test
    void aSectionThatIsNotKnownToBeLockableIsNotLocked() throws Exception {
        watch(Heal.LOCK, "lockable no \"calls Log.write\"");
        WatchedThread one = program.thread("one");
        WatchedThread two = program.thread("two");
        at(one, 1, false).whole();
        at(two, 1, false).whole(); // would wait
        assertThat(reported(WatchLine.NOTE)).anyMatch(note -> note.contains("calls Log.write"));
        assertThat(reported(WatchLine.HEALED)).isEmpty();
    }

    /** One thread owns a monitor and wants the healing lock, the other the reverse. */
    @Test
    void aCycleWithAMonitorOfTheProgramIsBroken() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        Object monitor = new Object();
        CountDownLatch inSection = new CountDownLatch(1);
        CountDownLatch inMonitor = new CountDownLatch(1);
        Thread first = new Thread(() -> {
            WatchedThread me = me();
            at(me, 1, false).whole();
            inSection.countDown();
            await(inMonitor);
            synchronized (monitor) {
                at(me, 2, true).whole();
            }
        });
        Thread second = new Thread(() -> {
            WatchedThread me = me();
            await(inSection);
            synchronized (monitor) {
                inMonitor.countDown();
                while (first.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                at(me, 3, true).whole();
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assertThat(reported(WatchLine.HEALED)).anyMatch(line -> line.contains("would have been a deadlock"));
    }

    /** Three threads, two healing locks and a monitor are covered by the chain; here the owner never comes back. */
    @Test
    void anOwnerThatWaitsForSomethingElseLosesTheLock() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        CountDownLatch inSection = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            at(me(), 1, false).whole();
            inSection.countDown();
            await(done);
        });
        owner.start();
        await(inSection);
        WatchedThread visitor = me();
        at(visitor, 3, true).whole();
        done.countDown();
        owner.join();
        program.watcher.exiting(Thread.currentThread());
        assertThat(reported(WatchLine.HEALED)).anyMatch(line -> line.contains("did not come back"));
    }

    private HealedThread healed(String name) {
        return (HealedThread) program.thread(name);
    }

    /** An access to the variable outside of sections, on a real thread, because it will block. */
    private Thread visitor(HealedThread who) {
        Thread thread = new Thread(() -> at(who, 3, true).whole());
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    private long released() throws IOException {
        return reported(WatchLine.HEALED).stream()
                .filter(line -> line.contains("its lock was released"))
                .count();
    }

    /**
     * The owner of the healing lock never really blocks here, so only what it records before can have broken the cycle.
     */
    @Test
    void theLockIsReleasedBeforeACycleCloses() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        Object monitor = new Object();
        HealedThread owner = healed("owner");
        HealedThread other = healed("other");
        at(owner, 1, false).whole();
        other.afterEnter(monitor, 0);
        Thread waits = visitor(other);
        owner.beforeEnter(new Object(), 0); // has no owner
        assertThat(released()).isZero();
        owner.beforeEnter(monitor, 0);
        assertThat(released()).isEqualTo(1);
        waits.join();
    }

    /** The reverse: a thread that is about to block on the healing lock finds what its owner has recorded. */
    @Test
    void noThreadBlocksWhenThatClosesACycle() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        Object monitor = new Object();
        HealedThread owner = healed("owner");
        HealedThread other = healed("other");
        at(owner, 1, false).whole();
        other.afterEnter(monitor, 0);
        owner.beforeEnter(monitor, 0);
        assertThat(released()).isZero();
        at(other, 3, true).whole();
        assertThat(reported(WatchLine.HEALED)).anyMatch(line -> line.contains("would have been a deadlock"));
    }

    /** The last thread of the cycle owns no healing lock itself. */
    @Test
    void cyclesOfThreeAreBrokenByTheThreadThatWouldCloseThem() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        Object first = new Object();
        Object second = new Object();
        HealedThread owner = healed("owner");
        HealedThread visits = healed("visits");
        HealedThread last = healed("last");
        at(owner, 1, false).whole();
        last.afterEnter(first, 0);
        visits.afterShare(second, true, 0);
        owner.beforeEnter(first, 0);
        Thread waits = visitor(visits);
        last.beforeShare(second, true, 0); // shared modes do not block each other
        assertThat(released()).isZero();
        last.beforeEnter(second, 0);
        assertThat(released()).isEqualTo(1);
        waits.join();
    }

    /** A deadlock of the program itself is not broken, and releases no healing lock. */
    @Test
    void deadlocksOfTheProgramAreNotBroken() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        Object first = new Object();
        Object second = new Object();
        HealedThread one = healed("one");
        HealedThread two = healed("two");
        at(one, 1, false).whole();
        one.afterEnter(first, 0);
        two.afterEnter(second, 0);
        two.beforeEnter(first, 0);
        one.beforeEnter(second, 0);
        assertThat(released()).isZero();
    }

    @Test
    void aThreadThatWaitsForANotificationOwnsNoLock() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        HealedThread owner = healed("owner");
        at(owner, 1, false).whole();
        owner.beforeWait(new Object(), 0, 0);
        assertThat(released()).isEqualTo(1);
        at(healed("other"), 3, true).whole(); // at once
        assertThat(reported(WatchLine.HEALED)).noneMatch(line -> line.contains("did not come back"));
    }

    /** A monitor that was left, or is released during a wait, blocks no thread. */
    @Test
    void aMonitorThatIsNotHeldAnyMoreBlocksNoThread() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        Object monitor = new Object();
        HealedThread thread = healed("thread");
        thread.afterEnter(monitor, 0);
        thread.afterEnter(monitor, 0);
        thread.beforeExit(monitor, 0);
        assertThat(thread.blocks(monitor)).isTrue();
        thread.beforeWait(monitor, 0, 0);
        assertThat(thread.blocks(monitor)).isFalse();
        thread.afterWait(monitor, 0);
        assertThat(thread.blocks(monitor)).isTrue();
        thread.beforeExit(monitor, 0);
        assertThat(thread.blocks(monitor)).isFalse();
    }

    @Test
    void aPendingInterruptSurvivesTheWait() throws Exception {
        watch(Heal.LOCK, "lockable yes");
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch inSection = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            at(me(), 1, false).whole();
            inSection.countDown();
            await(done);
        });
        owner.start();
        await(inSection);
        Thread.currentThread().interrupt();
        at(me(), 3, true).whole();
        assertThat(Thread.interrupted()).isTrue();
        done.countDown();
        owner.join();
        program.watcher.exiting(Thread.currentThread());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
