// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.analysis.AnalysisResult;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.race.PairSink;
import dev.foretell.analysis.race.ShbRaces;
import dev.foretell.analysis.race.SyncPreservingRaces;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Analysis time of a long trace: ten threads, 64 locks, 40 000 variables, a few races; and how it grows with the events
 * and the threads.
 */
final class AnalysisBench {
    /**
     * Not order and atomicity: the sites are random, so these have 137 000 and 51 000 candidates in a quarter of a
     * million events, and would measure nothing but the schedules of these candidates, which a session limits.
     */
    private static final List<String> WITH_WITNESSES = List.of("race", "deadlock");

    private static final int THREADS = 10;
    private static final int MANY_THREADS = 40;
    private static final int GROWTH = 4;
    private static final int ROUNDS = 3;
    private static final int LOCKS = 64;
    private static final int VARIABLES = 40_000;
    private static final int SITES = 400;
    private static final int STRAYS = 5;
    private static final int STRAY_SITES = 4;
    private static final int FIRST_SITE = 2 + STRAY_SITES;

    private final BenchRunner runner;

    AnalysisBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() {
        Table table = new Table(
                "Analysis of a synthetic trace",
                "engine",
                "events M",
                "threads",
                "CPU s",
                "M events/s",
                "candidates",
                "found");
        int events = Math.max(1, 10 * runner.scale()) * 1_000_000;
        rows(table, synthetic(events / GROWTH, THREADS), THREADS);
        rows(table, synthetic(events, THREADS), THREADS);
        rows(table, synthetic(events, MANY_THREADS), MANY_THREADS);
        return table;
    }

    /** The result of an engine: its candidates, if any, and findings. */
    private record Found(long candidates, long results) {}

    private void rows(Table table, Trace trace, int threads) {
        row(table, "model of the trace", trace, threads, () -> new Found(0, new TraceModel(trace).threadCount()));
        row(table, "SHB and locksets, racy events", trace, threads, () -> racyEvents(trace, ShbRaces::find));
        row(table, "sync-preserving, racy events", trace, threads, () -> racyEvents(trace, SyncPreservingRaces::find));
        for (String detector : WITH_WITNESSES) {
            row(table, detector + ", with witnesses", trace, threads, () -> {
                AnalysisResult result = new Analyzer(Set.of(detector)).analyze(trace);
                return new Found(result.candidates(), result.predictions().size());
            });
        }
    }

    private static Found racyEvents(Trace trace, BiConsumer<TraceModel, PairSink> engine) {
        BitSet racy = new BitSet();
        engine.accept(new TraceModel(trace), (earlier, later) -> racy.set(later));
        return new Found(0, racy.cardinality());
    }

    private static void row(Table table, String engine, Trace trace, int threads, Supplier<Found> work) {
        double[] seconds = new double[ROUNDS];
        Found found = null;
        for (int i = 0; i < ROUNDS; i++) {
            long begin = cpu();
            found = work.get();
            seconds[i] = (cpu() - begin) / 1e9;
        }
        Arrays.sort(seconds);
        double median = seconds[ROUNDS / 2];
        double millions = trace.size() / 1e6;
        table.row(engine, millions, threads, median, millions / median, found.candidates(), found.results());
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Threads take turns; each turn is a critical section of a dozen accesses to variables of its lock. One access in a
     * hundred thousand is to an unprotected variable at one of a few sites, so there are a few races.
     */
    static Trace synthetic(int events, int threads) {
        TraceBuilder trace = new TraceBuilder();
        trace.addSite(Site.UNKNOWN);
        for (int i = 1; i < SITES; i++) {
            EventKind op = i % 3 == 0 ? EventKind.WRITE : EventKind.READ;
            trace.addSite(
                    new Site("bench.Synthetic", "m" + i + "()V", "Synthetic.java", i, i, op, "bench.Synthetic.f"));
        }
        int main = trace.addThread("main", "main");
        for (int i = 0; i < threads - 1; i++) {
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
        for (int i = 1; i < threads; i++) {
            trace.add(EventKind.FORK, main, i, 0, i);
            trace.add(EventKind.BEGIN, i, -1, 0, 1);
        }
        int[][] occurrences = new int[threads][SITES];
        Random random = new Random(42);
        while (trace.size() < events) {
            int thread = random.nextInt(threads);
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
