// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Prints nanoseconds of CPU per probe, best of several rounds. Not a test: it asserts nothing. */
final class RecordingBenchmark {
    private static final int ROUNDS = 20;
    private static final int SIZE = 1 << 20;

    private final int s;
    private final int[] array = new int[SIZE];
    private final RecordedProgram.Cell[] cells = new RecordedProgram.Cell[1 << 12];
    private final RecordedProgram.Cell one = new RecordedProgram.Cell();
    private final Object lock = new Object();
    private volatile int flag;
    private long sink;

    private RecordingBenchmark(int firstSite) {
        s = firstSite;
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new RecordedProgram.Cell();
        }
    }

    private interface Body {
        int run(ThreadProbe probe);
    }

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("foretell-benchmark");
        RecordedProgram program = new RecordedProgram(directory);
        Probes.install(program.recorder);
        int first = program.sites(
                EventKind.READ, "int[]",
                EventKind.WRITE, "int[]",
                EventKind.READ, "p.C.x",
                EventKind.WRITE, "p.C.x",
                EventKind.READ, "p.C.y",
                EventKind.VOLATILE_READ, "p.C.v",
                EventKind.ACQUIRE, "",
                EventKind.RELEASE, "",
                EventKind.READ, "p.C.x",
                EventKind.READ, "p.C.y",
                EventKind.WRITE, "p.C.y");
        RecordingBenchmark benchmark = new RecordingBenchmark(first);
        benchmark.measure("array loop, read and write", benchmark::arrayLoop, benchmark::plainArrayLoop);
        benchmark.measure("three fields of changing objects", benchmark::fieldLoop, benchmark::plainFieldLoop);
        benchmark.measure("two fields of one object", benchmark::oneObject, benchmark::plainOneObject);
        benchmark.measure("fields of random objects", benchmark::randomObjects, benchmark::plainFieldLoop);
        benchmark.measure("volatile read", benchmark::volatileLoop, benchmark::plainVolatileLoop);
        benchmark.measure("monitor enter and exit", benchmark::monitorLoop, benchmark::plainMonitorLoop);
        Probes.exiting(Thread.currentThread());
        program.recorder.close();
        long size = Files.size(program.recorder.folder().resolve("events"));
        long start = cpuTime();
        RunInfo run = program.read().trace().run();
        double seconds = (cpuTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%d events, %.3f bytes an event, read at %.1f million a second of CPU%n",
                run.recordedEvents(),
                (double) size / run.recordedEvents(),
                run.recordedEvents() / seconds / 1e6);
    }

    private void measure(String name, Body recorded, Body plain) {
        double with = best(recorded);
        double without = best(plain);
        System.out.printf(Locale.ROOT, "%-34s %6.2f ns a probe, %6.2f without%n", name, with, without);
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private double best(Body body) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long start = cpuTime();
            int probes = body.run(Probes.current());
            best = Math.min(best, (double) (cpuTime() - start) / probes);
        }
        return best;
    }

    private int arrayLoop(ThreadProbe p) {
        int[] a = array;
        for (int i = 0; i < SIZE; i++) {
            Probes.readElement(a, i, s, p);
            int v = a[i];
            Probes.writeElement(a, i, s + 1, p);
            a[i] = v + i;
        }
        return 2 * SIZE;
    }

    private int plainArrayLoop(ThreadProbe p) {
        int[] a = array;
        for (int i = 0; i < SIZE; i++) {
            a[i] = a[i] + i;
        }
        return 2 * SIZE;
    }

    private int fieldLoop(ThreadProbe p) {
        long sum = 0;
        for (int round = 0; round < 64; round++) {
            for (RecordedProgram.Cell cell : cells) {
                Probes.read(cell, s + 2, p);
                sum += cell.value;
                Probes.write(cell, s + 3, p);
                cell.value = (int) sum;
                Probes.read(cell, s + 4, p);
                sum += cell.value;
            }
        }
        sink = sum;
        return 64 * 3 * cells.length;
    }

    private int plainFieldLoop(ThreadProbe p) {
        long sum = 0;
        for (int round = 0; round < 64; round++) {
            for (RecordedProgram.Cell cell : cells) {
                sum += cell.value;
                cell.value = (int) sum;
                sum += cell.value;
            }
        }
        sink = sum;
        return 64 * 3 * cells.length;
    }

    private int oneObject(ThreadProbe p) {
        RecordedProgram.Cell cell = one;
        for (int i = 0; i < SIZE; i++) {
            Probes.read(cell, s + 9, p);
            int v = cell.value;
            Probes.write(cell, s + 10, p);
            cell.value = v + 1;
        }
        return 2 * SIZE;
    }

    private int plainOneObject(ThreadProbe p) {
        RecordedProgram.Cell cell = one;
        for (int i = 0; i < SIZE; i++) {
            cell.value += i;
        }
        return 2 * SIZE;
    }

    private int randomObjects(ThreadProbe p) {
        int random = 1;
        long sum = 0;
        for (int i = 0; i < SIZE; i++) {
            random = random * 1103515245 + 12345;
            RecordedProgram.Cell cell = cells[random >>> 16 & cells.length - 1];
            Probes.read(cell, s + 8, p);
            sum += cell.value;
        }
        sink = sum;
        return SIZE;
    }

    private int volatileLoop(ThreadProbe p) {
        int sum = 0;
        for (int i = 0; i < SIZE; i++) {
            Probes.beforeVolatile(one, s + 5, p);
            sum += flag;
            Probes.afterVolatile(one, s + 5, p);
        }
        sink = sum;
        return SIZE;
    }

    private int plainVolatileLoop(ThreadProbe p) {
        int sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += flag;
        }
        sink = sum;
        return SIZE;
    }

    private int plainMonitorLoop(ThreadProbe p) {
        for (int i = 0; i < SIZE; i++) {
            synchronized (lock) {
                sink++;
            }
        }
        return 2 * SIZE;
    }

    private int monitorLoop(ThreadProbe p) {
        for (int i = 0; i < SIZE; i++) {
            synchronized (lock) {
                Probes.afterEnter(lock, s + 6, p);
                sink++;
                Probes.beforeExit(lock, s + 7, p);
            }
        }
        return 2 * SIZE;
    }
}
