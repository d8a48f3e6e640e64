// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.race.RaceDetector;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

/**
 * How fast race candidates are found, without witnesses: partial order, locksets and pairs, on traces in which few or
 * all variables are sometimes accessed without their lock.
 */
final class CandidateBench {
    private static final int MILLIONS = 10;
    private static final int THREADS = 10;
    private static final int LOCKS = 64;
    private static final int VARIABLES = 40_000;

    private final BenchRunner runner;

    CandidateBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() {
        Table table = new Table(
                "Race candidates of a synthetic trace",
                "racy variables %",
                "events M",
                "CPU s",
                "M events/s",
                "candidate groups",
                "combinations",
                "live MB");
        for (int racy : new int[] {2, 100}) {
            Trace trace = synthetic(MILLIONS * runner.scale() * 1_000_000, THREADS, LOCKS, VARIABLES, racy);
            double[] seconds = new double[runner.runs()];
            Detection detection = null;
            for (int i = 0; i < seconds.length; i++) {
                long before = cpu();
                detection = new RaceDetector().detect(new TraceModel(trace));
                seconds[i] = (cpu() - before) / 1e9;
            }
            Arrays.sort(seconds);
            double median = seconds[seconds.length / 2];
            table.row(
                    racy,
                    trace.size() / 1e6,
                    median,
                    trace.size() / median / 1e6,
                    detection.groups().size(),
                    detection.combinations(),
                    liveMegabytes(trace));
        }
        return table;
    }

    /** Memory of the trace and its model, and of whatever else the benchmark keeps. */
    private static long liveMegabytes(Trace trace) {
        TraceModel model = new TraceModel(trace);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        return model.threadCount() > 0 ? used >> 20 : 0;
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Accesses in runs by one thread, under the variables' lock, except that for some variables it is sometimes
     * forgotten; now and then a volatile hand-over.
     */
    private static Trace synthetic(int events, int threads, int locks, int variables, int racyPercent) {
        Random random = new Random(42);
        TraceBuilder out = new TraceBuilder();
        int[] sites = new int[400];
        for (int i = 0; i < sites.length; i++) {
            EventKind kind = i % 2 == 0 ? EventKind.READ : EventKind.WRITE;
            sites[i] = out.addSite(new Site("C", "m" + i / 20 + "()V", "C.java", i, i, kind, "C.f"));
        }
        for (int t = 0; t < threads; t++) {
            out.addThread("main/" + t, "t" + t);
        }
        for (int l = 0; l < locks; l++) {
            out.addLock("L" + l);
        }
        for (int v = 0; v < variables; v++) {
            out.addVariable("C.f" + v % 100, v);
        }
        int flag = out.addVariable("C.flag", 0);
        for (int t = 1; t < threads; t++) {
            out.add(EventKind.FORK, 0, t, sites[0], 1);
        }
        while (out.size() < events) {
            int t = random.nextInt(threads);
            int lock = random.nextInt(locks);
            boolean locked = random.nextInt(50) > 0;
            int range = variables / locks * (locked ? 100 : racyPercent) / 100;
            if (locked) {
                out.add(EventKind.ACQUIRE, t, lock, sites[0], 1);
            }
            int length = 5 + random.nextInt(30);
            for (int i = 0; i < length; i++) {
                int variable = random.nextInt(range) * locks + lock;
                int place = variable % 100 * 4 + random.nextInt(4); // a field is accessed at four places
                out.add(place % 2 == 0 ? EventKind.READ : EventKind.WRITE, t, variable, sites[place], 1);
            }
            if (locked) {
                out.add(EventKind.RELEASE, t, lock, sites[0], 1);
            }
            if (random.nextInt(200) == 0) {
                EventKind kind = random.nextBoolean() ? EventKind.VOLATILE_READ : EventKind.VOLATILE_WRITE;
                out.add(kind, t, flag, sites[0], 1);
            }
        }
        return out.build(RunInfo.NONE);
    }
}
