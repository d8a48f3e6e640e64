// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.INIT_BEGIN;
import static dev.foretell.trace.EventKind.INIT_END;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.REGION_BEGIN;
import static dev.foretell.trace.EventKind.REGION_END;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Probes;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bounds of atomic methods in the trace: each in its thread's order, and only where something happens inside. */
class RegionEventsTest {
    @TempDir
    Path directory;

    private RecordedProgram program;
    private final RecordedProgram.Cell shared = new RecordedProgram.Cell();
    private final RecordedProgram.Cell own = new RecordedProgram.Cell();
    private int fork;
    private int join;
    private int begin;
    private int end;
    private int read;
    private int write;
    private int enter;
    private int exit;
    private int init;

    @BeforeEach
    void define() {
        program = new RecordedProgram(directory);
        fork = program.sites(
                FORK,
                "",
                JOIN,
                "",
                REGION_BEGIN,
                "p.C.run",
                REGION_END,
                "p.C.run",
                READ,
                "p.C.x",
                WRITE,
                "p.C.x",
                ACQUIRE,
                "",
                RELEASE,
                "",
                INIT_BEGIN,
                "",
                INIT_END,
                "");
        join = fork + 1;
        begin = fork + 2;
        end = fork + 3;
        read = fork + 4;
        write = fork + 5;
        enter = fork + 6;
        exit = fork + 7;
        init = fork + 8;
    }

    private void atomic(RecordingThread p, Runnable body) {
        int outer = Probes.regionBegin(begin, p);
        try {
            body.run();
        } finally {
            p.regions = outer;
            Probes.regionEnd(end, p);
        }
    }

    /** What the thread main/0 did, between its BEGIN and END; another one writes the shared cell afterwards. */
    private List<String> record(Consumer<RecordingThread> body) throws Exception {
        return lines(trace(body), 1);
    }

    private Trace trace(Consumer<RecordingThread> body) throws Exception {
        program.run(fork, join, List.of(body));
        program.attach().write(shared, write);
        Trace trace = program.end().trace();
        assertThat(trace.run().warnings()).isEmpty();
        assertThat(trace.run().complete()).isTrue();
        return trace;
    }

    private static List<String> lines(Trace trace, int thread) {
        List<String> lines = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            boolean bound = trace.kind(e) == EventKind.BEGIN || trace.kind(e) == EventKind.END;
            if (trace.thread(e) == thread && !bound) {
                lines.add(trace.kind(e).toString() + trace.occurrence(e));
            }
        }
        return lines;
    }

    @Test
    void standAroundWhatHappensInside() throws Exception {
        assertThat(record(p -> atomic(p, () -> {
                    p.read(shared, read);
                    p.write(shared, write);
                })))
                .containsExactly("REGION_BEGIN1", "READ1", "WRITE1", "REGION_END1");
    }

    @Test
    void areLeftOutWhenNothingHappensInside() throws Exception {
        assertThat(record(p -> {
                    atomic(p, () -> p.read(own, read));
                    atomic(p, () -> atomic(p, () -> {}));
                    p.read(shared, read);
                    atomic(p, () -> p.read(shared, read));
                }))
                .containsExactly("READ2", "REGION_BEGIN4", "READ3", "REGION_END4");
    }

    @Test
    void nest() throws Exception {
        assertThat(record(p -> atomic(p, () -> {
                    atomic(p, () -> {});
                    atomic(p, () -> p.read(shared, read));
                    p.write(shared, write);
                    atomic(p, () -> {});
                })))
                .containsExactly("REGION_BEGIN1", "REGION_BEGIN3", "READ1", "REGION_END2", "WRITE1", "REGION_END4");
    }

    @Test
    void endWithAnException() throws Exception {
        assertThat(record(p -> {
                    try {
                        atomic(p, () -> {
                            p.read(shared, read);
                            throw new IllegalStateException();
                        });
                    } catch (IllegalStateException expected) {
                        p.write(shared, write);
                    }
                }))
                .containsExactly("REGION_BEGIN1", "READ1", "REGION_END1", "WRITE1");
    }

    @Test
    void keepTheirPlaceBesideMonitors() throws Exception {
        Object lock = new Object();
        assertThat(record(p -> atomic(p, () -> {
                    synchronized (lock) {
                        p.afterEnter(lock, enter);
                        p.read(shared, read);
                        p.beforeExit(lock, exit);
                    }
                })))
                .containsExactly("REGION_BEGIN1", "ACQUIRE1", "READ1", "RELEASE1", "REGION_END1");
    }

    @Test
    void areNotRecordedInsideClassInitialisers() throws Exception {
        assertThat(record(p -> {
                    p.enterInitializer(init);
                    atomic(p, () -> p.read(shared, read));
                    p.exitInitializer(init);
                    p.read(shared, read);
                }))
                .containsExactly("INIT_BEGIN1", "INIT_END1", "READ1");
    }

    @Test
    void areOnlyWhatHappenedWhenTheProgramIsKilled() throws Exception {
        RecordingThread main = program.attach();
        Thread other = program.thread(p -> p.write(shared, write));
        main.beforeStart(other, fork);
        other.start();
        other.join();
        main.afterJoin(other, join);
        Probes.regionBegin(begin, main);
        main.read(shared, read);
        Trace trace = program.read().trace();
        assertThat(lines(trace, 0)).endsWith("JOIN1", "REGION_BEGIN1", "READ1");
    }

    /** Long enough for predictions to come true, with surprises in between. */
    @Test
    void surviveTheWayThroughTheFile() throws Exception {
        List<String> expected = new ArrayList<>();
        List<String> actual = record(p -> {
            Random random = new Random(5);
            int[] counts = new int[3];
            for (int i = 0; i < 20_000; i++) {
                int depth = random.nextInt(10) == 0 ? 3 : 1;
                for (int d = 0; d < depth; d++) {
                    Probes.regionBegin(begin, p);
                    expected.add("REGION_BEGIN" + ++counts[0]);
                }
                p.read(shared, read);
                expected.add("READ" + ++counts[1]);
                for (int d = 0; d < depth; d++) {
                    p.regions--;
                    Probes.regionEnd(end, p);
                    expected.add("REGION_END" + ++counts[2]);
                }
            }
        });
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void anEndWithoutBeginningIsLeftOut() throws Exception {
        assertThat(record(p -> {
                    Probes.regionEnd(end, p);
                    p.read(shared, read);
                }))
                .containsExactly("READ1");
    }
}
