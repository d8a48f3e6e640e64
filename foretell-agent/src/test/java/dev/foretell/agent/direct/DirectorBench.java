// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prints what directing costs: nanoseconds for a probe that is passed, microseconds for a forced switch. Not a test;
 * run its main with the test class path.
 */
final class DirectorBench {
    private static final int PROBES = 20_000_000;
    private static final int SWITCHES = 20_000;

    private int field;

    private DirectorBench() {}

    public static void main(String[] args) throws Exception {
        DirectorBench bench = new DirectorBench();
        for (int round = 0; round < 5; round++) {
            System.out.printf(
                    "probe passed: %.2f ns, counted: %.2f ns, monitor enter+exit: %.1f ns (bare %.1f ns), after the script: %.2f ns;"
                            + " forced switch: %.1f us%n",
                    bench.probes(false, false),
                    bench.probes(true, false),
                    bench.monitors(true),
                    bench.monitors(false),
                    bench.probes(false, true),
                    bench.switches());
        }
    }

    private static SimulatedProgram stage() throws Exception {
        return new SimulatedProgram(Files.createTempDirectory("bench"));
    }

    private double probes(boolean counted, boolean free) throws Exception {
        SimulatedProgram stage = stage();
        int read = stage.site(EventKind.READ, 1);
        if (counted) {
            stage.until("main", read, PROBES + 1);
        } else if (!free) {
            stage.untilEnd("main");
        }
        double[] nanos = new double[1];
        stage.run(p -> nanos[0] = pass(p, read));
        return nanos[0];
    }

    private double pass(ThreadProbe p, int read) {
        long start = cpu();
        int sum = 0;
        for (int i = 0; i < PROBES; i++) {
            p.read(this, read);
            sum += field;
        }
        field = sum & 1;
        return (cpu() - start) / (double) PROBES;
    }

    /** Processor time of this thread: others may be busy on this machine. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private double monitors(boolean probes) throws Exception {
        SimulatedProgram stage = stage();
        int enter = stage.site(EventKind.ACQUIRE, 1);
        int exit = stage.site(EventKind.RELEASE, 2);
        stage.untilEnd("main");
        double[] nanos = new double[1];
        stage.run(p -> nanos[0] = enterAndExit(p, enter, exit, probes));
        return nanos[0];
    }

    private double enterAndExit(ThreadProbe p, int enter, int exit, boolean probes) {
        Object monitor = new Object();
        int times = PROBES / 10;
        long start = cpu();
        for (int i = 0; i < times; i++) {
            if (probes) {
                p.beforeEnter(monitor, enter);
            }
            synchronized (monitor) {
                if (probes) {
                    p.afterEnter(monitor, enter);
                }
                field++;
                if (probes) {
                    p.beforeExit(monitor, exit);
                }
            }
        }
        return (cpu() - start) / (double) times;
    }

    private double switches() throws Exception {
        SimulatedProgram stage = stage();
        int fork = stage.site(EventKind.FORK, 1);
        int join = stage.site(EventKind.JOIN, 2);
        int read = stage.site(EventKind.READ, 3);
        stage.until("main", join, 1);
        for (int i = 1; i <= SWITCHES; i++) {
            stage.until("main/0", read, i).until("main/1", read, i);
        }
        long[] start = new long[1];
        SimulatedProgram.Body body = p -> {
            if (start[0] == 0) {
                start[0] = System.nanoTime();
            }
            for (int i = 0; i < SWITCHES; i++) {
                p.read(this, read);
            }
        };
        long[] end = new long[1];
        stage.run(p -> {
            Thread left = stage.start(p, fork, "left", body);
            Thread right = stage.start(p, fork, "right", body);
            SimulatedProgram.join(p, left, join);
            SimulatedProgram.join(p, right, join);
            end[0] = System.nanoTime();
        });
        Path outcome = stage.folder().resolve("outcome");
        if (Files.readString(outcome).contains("problem")) {
            throw new IllegalStateException(Files.readString(outcome));
        }
        return (end[0] - start[0]) / 1000.0 / (2 * SWITCHES);
    }
}
