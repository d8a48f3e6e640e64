// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Orders of events on monitors, compared with what the program itself logs while it owns them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorSyncOrderTest {
    private static final int ROUNDS = 20;
    /** Long enough that no wait times out before the threads have reached their points. */
    private static final long LIMIT = 400;

    @TempDir
    Path folder;

    private SimulatedProgram program;
    private final Object lock = new Object();
    private final Object other = new Object();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private boolean flag;
    private int fork;
    private int join;
    private int enter;
    private int exit;
    private int notify;
    private int wait;
    private int read;

    @BeforeEach
    void build() {
        program = new SimulatedProgram(folder);
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        enter = program.site(EventKind.ACQUIRE, 5);
        exit = program.site(EventKind.RELEASE, 6);
        notify = program.site(EventKind.NOTIFY, 7);
        wait = program.waitSite(8);
        read = program.site(EventKind.READ, 9);
        program.kind = AnomalyKind.ORDER;
        log.clear();
        flag = false;
    }

    private Outcome runProgram(SimulatedProgram.Body left, SimulatedProgram.Body right) throws Exception {
        return program.run(p -> {
            Thread one = program.start(p, fork, "left", left);
            Thread two = program.start(p, fork, "right", right);
            SimulatedProgram.join(p, one, join);
            SimulatedProgram.join(p, two, join);
        });
    }

    private void await(ThreadProbe p, Object monitor) throws InterruptedException {
        log.add("wait");
        p.beforeWait(monitor, LIMIT, wait);
        monitor.wait(LIMIT);
        p.afterWait(monitor, wait);
        log.add("woken");
    }

    private void notify(ThreadProbe p, Object monitor) {
        p.beforeNotify(monitor, false, notify);
        flag = true;
        log.add("notify");
        monitor.notify();
    }

    private void lostNotification() {
        program.until("main", join, 1).until("main/1", exit, 1).until("main/0", wait, 1);
        program.pass("main/1", notify, 1, 0, 0).pass("main/0", wait, 1, 0, 1);
    }

    @Test
    void createsALostNotification() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            build();
            lostNotification();
            Outcome outcome = runProgram(
                    p -> SimulatedProgram.locked(p, lock, enter, exit, q -> await(q, lock)),
                    p -> SimulatedProgram.locked(p, lock, enter, exit, q -> notify(q, lock)));
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
            assertThat(log).containsExactly("notify", "wait", "woken");
        }
    }

    @Test
    void noNotificationIsLostWhenTheConditionIsCheckedUnderTheLock() throws Exception {
        lostNotification();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    if (!flag) {
                        await(q, lock);
                    }
                }),
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> notify(q, lock)));
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("ended before its 1st unlocking");
    }

    @Test
    void isNotCreatedOnAnotherMonitor() throws Exception {
        lostNotification();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> await(q, lock)),
                p -> SimulatedProgram.locked(p, other, enter, exit, q -> notify(q, other)));
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains("different objects");
    }

    @Test
    void createsAnInvertedOrderOfCriticalSections() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            build();
            program.until("main", join, 1).until("main/0", enter, 1).until("main/1", read, 1);
            program.pass("main/1", enter, 1, 0, 0).pass("main/0", enter, 1, 0, 1);
            Outcome outcome = runProgram(p -> section(p, "left", lock), p -> section(p, "right", lock));
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
            assertThat(log).containsExactly("right", "left");
        }
    }

    private void section(ThreadProbe p, String name, Object monitor) throws Exception {
        SimulatedProgram.locked(p, monitor, enter, exit, q -> {
            log.add(name);
            q.read(lock, read);
        });
    }

    @Test
    void isNotCreatedWhenTheCriticalSectionsKeepTheirOrder() throws Exception {
        program.until("main", join, 1).untilEnd("main/0").untilEnd("main/1");
        program.pass("main/1", enter, 1, 0, 0).pass("main/0", enter, 1, 0, 1);
        Outcome outcome = runProgram(p -> section(p, "left", lock), p -> section(p, "right", lock));
        assertThat(outcome.created()).isFalse();
        assertThat(log).startsWith("left");
    }

    @Test
    void keepsAThreadInItsWaitWhileAnotherEnters() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            build();
            program.until("main", join, 1).until("main/0", wait + 1, 1).until("main/1", read, 1);
            program.pass("main/1", enter, 2, 0, 0).pass("main/0", wait + 1, 1, 0, 1);
            Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, q -> await(q, lock)), p -> {
                SimulatedProgram.locked(p, lock, enter, exit, q -> notify(q, lock));
                section(p, "right", lock);
            });
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
            assertThat(log).containsExactly("wait", "notify", "right", "woken");
        }
    }

    @Test
    void letsAWaitTimeOutBeforeItIsNotified() throws Exception {
        for (int round = 0; round < 4; round++) {
            build();
            expiredWait();
            Outcome outcome = runProgram(
                    p -> SimulatedProgram.locked(p, lock, enter, exit, q -> await(q, lock)),
                    p -> SimulatedProgram.locked(p, lock, enter, exit, q -> notify(q, lock)));
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
            assertThat(log).containsExactly("wait", "woken", "notify");
        }
    }

    private void expiredWait() {
        program.until("main", join, 1).until("main/0", wait + 1, 1).until("main/1", enter, 1);
        program.past("main/0", wait + 1, 1);
        program.pass("main/0", wait + 1, 1, 0, 0).pass("main/1", notify, 1, 0, 1);
    }

    @Test
    void reportsThatAnUntimedWaitDoesNotEndByItself() throws Exception {
        expiredWait();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> SimulatedProgram.await(q, lock, wait)),
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> notify(q, lock)));
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).isNotEmpty();
    }
}
