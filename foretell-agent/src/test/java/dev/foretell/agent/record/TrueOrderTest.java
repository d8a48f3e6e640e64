// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.VOLATILE_WRITE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real threads that note the true order themselves; the trace must tell the same. */
class TrueOrderTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 4000;
    private static final int LOCKS = 3;

    @TempDir
    Path directory;

    @Test
    void monitorsAndTheDataTheyGuardComeInTheOrderInWhichTheyHappened() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        List<Object> ops = new ArrayList<>(List.of(FORK, "", JOIN, ""));
        for (int lock = 0; lock < LOCKS; lock++) {
            ops.addAll(List.of(ACQUIRE, "", RELEASE, "", READ, "p.C.x", WRITE, "p.C.x", WRITE, "int[]"));
        }
        int s = program.sites(ops.toArray());
        List<RecordedProgram.Cell> locks = new ArrayList<>();
        List<List<String>> truth = new ArrayList<>();
        for (int lock = 0; lock < LOCKS; lock++) {
            locks.add(new RecordedProgram.Cell());
            truth.add(new ArrayList<>());
        }
        int[][] arrays = new int[LOCKS][64];
        List<Consumer<RecordingThread>> bodies = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            long seed = t;
            bodies.add(probe -> {
                Random random = new Random(seed);
                for (int i = 0; i < ROUNDS; i++) {
                    int lock = random.nextInt(LOCKS);
                    int site = s + 2 + lock * 5;
                    RecordedProgram.Cell cell = locks.get(lock);
                    synchronized (cell) {
                        probe.afterEnter(cell, site);
                        truth.get(lock).add(probe.known.path);
                        probe.read(cell, site + 2);
                        probe.write(cell, site + 3);
                        probe.writeElement(arrays[lock], i & 63, site + 4);
                        probe.beforeExit(cell, site + 1);
                    }
                }
            });
        }
        program.run(s, s + 1, bodies);
        Trace trace = program.end().trace();

        assertThat(trace.run().warnings()).isEmpty();
        assertThat(trace.run().guessed()).isZero();
        assertThat(trace.lockCount()).isEqualTo(LOCKS);
        for (int lock = 0; lock < LOCKS; lock++) {
            int site = s + 2 + lock * 5;
            assertThat(threadsAt(trace, site, ACQUIRE)).isEqualTo(truth.get(lock));
            assertThat(threadsAt(trace, site + 1, RELEASE)).isEqualTo(truth.get(lock));
            assertThat(threadsAt(trace, site + 2, READ)).isEqualTo(truth.get(lock));
            assertThat(threadsAt(trace, site + 3, WRITE)).isEqualTo(truth.get(lock));
            assertThat(threadsAt(trace, site + 4, WRITE)).isEqualTo(truth.get(lock));
        }
        holdsEachLockOnce(trace);
        countsOccurrencesWithoutGaps(trace);
    }

    @Test
    void volatileAccessesComeInTheOrderInWhichTheyHappened() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(FORK, "", JOIN, "", VOLATILE_WRITE, "p.C.v", VOLATILE_WRITE, "p.C.v");
        AtomicInteger ofObject = new AtomicInteger();
        AtomicInteger ofClass = new AtomicInteger();
        RecordedProgram.Cell cell = new RecordedProgram.Cell();
        String[] objectTruth = new String[THREADS * ROUNDS];
        String[] classTruth = new String[THREADS * ROUNDS];
        Consumer<RecordingThread> body = probe -> {
            for (int i = 0; i < ROUNDS; i++) {
                probe.beforeVolatile(cell, s + 2);
                int value = ofObject.getAndIncrement();
                probe.afterVolatile(cell, s + 2);
                objectTruth[value] = probe.known.path;
                probe.beforeVolatile(null, s + 3);
                value = ofClass.getAndIncrement();
                probe.afterVolatile(null, s + 3);
                classTruth[value] = probe.known.path;
            }
        };
        program.run(s, s + 1, Collections.nCopies(THREADS, body));
        Trace trace = program.end().trace();
        // A thread that stood still for a quarter of a second within one access is overtaken, and the trace says so.
        assumeThat(trace.run().warnings()).isEmpty();
        assertThat(threadsAt(trace, s + 2, VOLATILE_WRITE)).containsExactly(objectTruth);
        assertThat(threadsAt(trace, s + 3, VOLATILE_WRITE)).containsExactly(classTruth);
        assertThat(trace.run().guessed()).isZero();
    }

    @Test
    void plainAccessesAreAllThereAndThoseWithoutOrderAreCountedAsGuessed() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(FORK, "", JOIN, "", READ, "int[]", WRITE, "int[]", READ, "int[]");
        int[] shared = new int[5000];
        Consumer<RecordingThread> body = probe -> {
            int[] own = new int[1000];
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < shared.length; i++) {
                    probe.readElement(shared, i, s + 2);
                    probe.writeElement(shared, i, s + 3);
                    probe.readElement(own, i % own.length, s + 4);
                }
            }
        };
        program.run(s, s + 1, Collections.nCopies(THREADS, body));
        Trace trace = program.end().trace();
        assertThat(threadsAt(trace, s + 2, READ)).hasSize(THREADS * 5 * shared.length);
        assertThat(threadsAt(trace, s + 3, WRITE)).hasSize(THREADS * 5 * shared.length);
        assertThat(threadsAt(trace, s + 4, READ)).isEmpty();
        assertThat(trace.variableCount()).isEqualTo(shared.length);
        assertThat(trace.run().recordedAccesses()).isEqualTo(3L * THREADS * 5 * shared.length);
        countsOccurrencesWithoutGaps(trace);
    }

    private static List<String> threadsAt(Trace trace, int site, EventKind kind) {
        List<String> threads = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.siteOf(e) == site && trace.kind(e) == kind) {
                threads.add(trace.threads().get(trace.thread(e)).path());
            }
        }
        return threads;
    }

    private static void holdsEachLockOnce(Trace trace) {
        int[] holder = new int[trace.lockCount()];
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) == ACQUIRE) {
                assertThat(holder[trace.target(e)]).isZero();
                holder[trace.target(e)] = trace.thread(e) + 1;
            } else if (trace.kind(e) == RELEASE) {
                assertThat(holder[trace.target(e)]).isEqualTo(trace.thread(e) + 1);
                holder[trace.target(e)] = 0;
            }
        }
    }

    private static void countsOccurrencesWithoutGaps(Trace trace) {
        int[][] last = new int[trace.threads().size()][trace.siteCount()];
        for (int e = 0; e < trace.size(); e++) {
            if (trace.siteOf(e) > 0) {
                assertThat(trace.occurrence(e)).isEqualTo(++last[trace.thread(e)][trace.siteOf(e)]);
            }
        }
    }
}
