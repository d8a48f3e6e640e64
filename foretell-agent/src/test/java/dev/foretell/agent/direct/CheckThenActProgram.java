// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program of the tests on anomalies that are sequences of events: one thread reads and writes a field, mostly under
 * a lock, and another one writes it.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class CheckThenActProgram {
    static final class Box {
        int x;
    }

    @TempDir
    Path folder;

    SimulatedProgram program;
    final Box box = new Box();
    final Object lock = new Object();
    int fork;
    int join;
    int enter;
    int exit;
    int read;
    int write;
    int otherWrite;
    int begin;
    int end;

    @BeforeEach
    void build() {
        program = new SimulatedProgram(folder);
        fork = program.site(EventKind.FORK, 1);
        join = program.site(EventKind.JOIN, 2);
        enter = program.site(EventKind.ACQUIRE, 5);
        exit = program.site(EventKind.RELEASE, 6);
        read = program.site(EventKind.READ, 10);
        write = program.site(EventKind.WRITE, 11);
        otherWrite = program.site(EventKind.WRITE, 20);
        begin = program.site(EventKind.REGION_BEGIN, 8);
        end = program.site(EventKind.REGION_END, 9);
    }

    /** main/0 reads and writes in one region, main/1 writes in between. */
    final void checkThenAct() {
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", otherWrite, 1, 0, 1)
                .pass("main/0", write, 1, 0, 0);
    }

    final Outcome runProgram(SimulatedProgram.Body left, SimulatedProgram.Body right) throws Exception {
        return program.run(p -> {
            Thread one = program.start(p, fork, "left", left);
            Thread two = program.start(p, fork, "right", right);
            SimulatedProgram.join(p, one, join);
            SimulatedProgram.join(p, two, join);
        });
    }

    final void increment(ThreadProbe p) {
        p.read(box, read);
        int value = box.x;
        p.write(box, write);
        box.x = value + 1;
    }

    final void set(ThreadProbe p) {
        p.write(box, otherWrite);
        box.x = 10;
    }

    static void assertCreated(Outcome outcome) {
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.created()).isTrue();
    }

    static void assertNotCreated(Outcome outcome, String... words) {
        assertThat(outcome.created()).isFalse();
        assertThat(outcome.problem()).contains(words);
    }
}
