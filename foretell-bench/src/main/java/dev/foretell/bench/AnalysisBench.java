package dev.foretell.bench;

import dev.foretell.analysis.AnalysisResult;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.Detectors;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.Set;

/** How fast a long trace is analysed: ten threads, 64 locks, 40 000 variables, a race now and then. */
final class AnalysisBench {
    private static final int THREADS = 10;
    private static final int LOCKS = 64;
    private static final int VARIABLES = 40_000;
    private static final int SITES = 400;
    private static final int STRAYS = 5;
    private static final int STRAY_SITES = 4;
    private static final int FIRST_SITE = 2 + STRAY_SITES;

    private final Lab lab;

    AnalysisBench(Lab lab) {
        this.lab = lab;
    }

    Table run() {
        Table table = new Table(
                "Analysis of a synthetic trace",
                "detector",
                "events M",
                "CPU s",
                "M events/s",
                "candidates",
                "predictions");
        for (int millions : new int[] {10 * lab.scale() / 4, 10 * lab.scale()}) {
            Trace trace = synthetic(Math.max(1, millions) * 1_000_000);
            for (String detector : Detectors.ids()) {
                long begin = cpu();
                AnalysisResult result = new Analyzer(Set.of(detector)).analyze(trace);
                double seconds = (cpu() - begin) / 1e9;
                table.row(
                        detector,
                        trace.size() / 1e6,
                        seconds,
                        trace.size() / 1e6 / seconds,
                        result.candidates(),
                        result.predictions().size());
            }
        }
        return table;
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Threads take turns; each turn is a critical section of a dozen accesses to variables of its lock. One access in a
     * hundred thousand is a stray: an unprotected variable at one of a few places, so there are a few races to find.
     */
    static Trace synthetic(int events) {
        TraceBuilder trace = new TraceBuilder();
        trace.addSite(Site.UNKNOWN);
        for (int i = 1; i < SITES; i++) {
            EventKind op = i % 3 == 0 ? EventKind.WRITE : EventKind.READ;
            trace.addSite(
                    new Site("bench.Synthetic", "m" + i + "()V", "Synthetic.java", i, i, op, "bench.Synthetic.f"));
        }
        int main = trace.addThread("main", "main");
        for (int i = 0; i < THREADS - 1; i++) {
            trace.addThread("main/" + i, "worker-" + i);
        }
        for (int i = 0; i < VARIABLES; i++) {
            trace.addVariable("bench.Synthetic.f" + i % 50, i + 1);
        }
        for (int i = 0; i < STRAYS; i++) {
            trace.addVariable("bench.Synthetic.stray", VARIABLES + i + 1);
        }
        for (int i = 0; i < LOCKS; i++) {
            trace.addLock("lock " + i);
        }
        trace.add(EventKind.BEGIN, main, -1, 0, 1);
        for (int i = 1; i < THREADS; i++) {
            trace.add(EventKind.FORK, main, i, 0, i);
            trace.add(EventKind.BEGIN, i, -1, 0, 1);
        }
        int[][] occurrences = new int[THREADS][SITES];
        Random random = new Random(42);
        while (trace.size() < events) {
            int thread = random.nextInt(THREADS);
            int lock = random.nextInt(LOCKS);
            trace.add(EventKind.ACQUIRE, thread, lock, 1, ++occurrences[thread][1]);
            for (int i = 0; i < 12; i++) {
                boolean stray = random.nextInt(100_000) == 0;
                int site = stray ? 2 + random.nextInt(STRAY_SITES) : FIRST_SITE + random.nextInt(SITES - FIRST_SITE);
                int variable =
                        stray ? VARIABLES + random.nextInt(STRAYS) : random.nextInt(VARIABLES / LOCKS) * LOCKS + lock;
                EventKind kind = site % 3 == 0 ? EventKind.WRITE : EventKind.READ;
                trace.add(kind, thread, variable, site, ++occurrences[thread][site]);
            }
            trace.add(EventKind.RELEASE, thread, lock, 2, ++occurrences[thread][2]);
        }
        return trace.build(RunInfo.NONE);
    }
}
