// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.race.RaceDetector;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;

/**
 * How fast the analysis is; run by hand. Without arguments: order, locksets and race candidates on a made-up trace (10
 * million events, 10 threads, 64 locks, 40 thousand variables). With files: the whole analysis of each.
 */
final class Throughput {
    private Throughput() {}

    public static void main(String[] files) throws IOException {
        PrintStream out = System.out;
        for (int racy : files.length == 0 ? new int[] {2, 100} : new int[0]) {
            out.printf("%d %% of the variables are racy%n", racy);
            Trace trace = synthetic(10_000_000, 10, 64, 40_000, racy);
            for (int round = 0; round < 5; round++) {
                long before = cpu();
                Detection detection = new RaceDetector().detect(new TraceModel(trace));
                double seconds = (cpu() - before) / 1e9;
                out.printf(
                        "%.2f s CPU, %.1f M events/s, %d suspects, %d combinations%n",
                        seconds,
                        trace.size() / seconds / 1e6,
                        detection.groups().size(),
                        detection.combinations());
            }
            TraceModel model = new TraceModel(trace);
            System.gc();
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            out.printf("%d MB live with trace and model of %d threads%n", used >> 20, model.threadCount());
        }
        for (String file : files) {
            for (int round = 0; round < 5; round++) {
                Trace trace = TextTrace.parse(Path.of(file), TextTrace.Option.REPAIR_THREAD_NAMES);
                long before = cpu();
                AnalysisResult result = new Analyzer(Set.copyOf(Detectors.ids())).analyze(trace);
                out.printf(
                        "%s: %.2f s CPU, %d predictions%n",
                        file, (cpu() - before) / 1e9, result.predictions().size());
            }
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Accesses in runs by one thread, under the variables' lock, except that for some variables it is sometimes
     * forgotten; now and then a volatile hand-over.
     */
    static Trace synthetic(int events, int threads, int locks, int variables, int racyPercent) {
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
