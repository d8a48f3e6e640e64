// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.analysis.AnalysisOptions;
import dev.foretell.analysis.AnalysisResult;
import dev.foretell.analysis.Analyzer;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.bench.workload.Bubbles;
import dev.foretell.it.fail.race.BubbleSort;
import dev.foretell.it.fail.race.BuggyProgram;
import dev.foretell.it.fail.race.Critical;
import dev.foretell.it.fail.race.MergeSort;
import dev.foretell.it.fail.race.Shop;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.Trace;
import dev.foretell.trace.io.TraceReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The BIPED paper's Table 2 (Chang and others, 2015): order violations, and how fast they are predicted, beside the
 * search for patterns doing the same job. Both start from the trace in memory and end with a checked schedule for each
 * violation; they take turns, so that the ratio does not depend on what else the machine does. The paper's own row is
 * below each program; the programs are not the same.
 */
final class OrderViolationBench {
    private static final int WARM_UP = 300;
    private static final int ROUNDS = 101;

    /** A read and a write, or a write and a read, of one variable by two threads. */
    private static final String PATTERNS = """
            pattern overdue
            E  = e1 - e2
            T  = t1 - t2
            SV = s1 - s1
            AR = u1 - u2
            AT = r - w
            pattern premature
            E  = e1 - e2
            T  = t1 - t2
            SV = s1 - s1
            AR = u1 - u2
            AT = w - r
            """;

    private record Program(Class<?> main, Object... paper) {}

    private static final List<Program> PROGRAMS = List.of(
            new Program(Critical.class, 3, 3, 105, 7, 7, "", "", 3.84, 3.99),
            new Program(BuggyProgram.class, 5, 5, 460, 6, 6, "", "", 8.2, 10.2),
            new Program(Shop.class, 4, 4, 450, 7, 7, "", "", 6, 8),
            new Program(MergeSort.class, 6, 10, 692, 37, 37, "", "", 15, 21),
            new Program(BubbleSort.class),
            new Program(Bubbles.class, 26, 25, 5069, 68, 68, "", "", 115, 213));

    private final BenchRunner runner;

    OrderViolationBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Order violations, as in BIPED's Table 2",
                "program",
                "threads",
                "variables",
                "events",
                "BIPED",
                "patterns",
                "confirmed",
                "harmful",
                "BIPED ms",
                "patterns ms",
                "per ms");
        for (Program program : PROGRAMS) {
            measure(program, table);
        }
        return table;
    }

    private void measure(Program program, Table table) throws Exception {
        Path folder = runner.folder();
        runner.plain(runner.tool(Stream.concat(
                        List.of("check", "--detect", "order", "-o", folder.toString(), "--").stream(),
                        runner.program(program.main()).stream())
                .toList()));
        Report report = Json.read(folder.resolve("report.json"), Report.class);
        Trace trace = TraceReader.read(RecordBench.jvm(folder.resolve("trace"))).trace();
        Analyzer biped = new Analyzer(Set.of("order"));
        Analyzer patterns = new Analyzer(new AnalysisOptions(
                Set.of("pattern"), PatternFile.parse("order", PATTERNS).patterns(), List.of(), Regions.Policy.LOCKS));
        double[] millis = times(() -> biped.analyze(trace), () -> patterns.analyze(trace));
        long ours = violations(biped.analyze(trace));
        long theirs = violations(patterns.analyze(trace));
        long confirmed = report.findings().stream()
                .filter(finding -> finding.status() == Status.CONFIRMED)
                .count();
        long harmful = report.findings().stream()
                .filter(finding -> finding.harm().seen())
                .count();
        table.row(
                program.main() == Bubbles.class
                        ? "BubbleSort, as large as the paper's"
                        : program.main().getSimpleName(),
                trace.threads().size(),
                SubjectTable.variables(trace),
                trace.size(),
                ours,
                theirs,
                confirmed,
                harmful,
                millis[0],
                millis[1],
                String.format(Locale.ROOT, "%.1fx", ours / millis[0] / (theirs / millis[1])));
        if (program.paper().length > 0) {
            Object[] cells = new Object[11];
            cells[0] = "*the paper's*";
            System.arraycopy(program.paper(), 0, cells, 1, program.paper().length);
            double ratio = ((Number) cells[9]).doubleValue() / ((Number) cells[8]).doubleValue();
            cells[10] = String.format(Locale.ROOT, "%.1fx", ratio);
            table.row(cells);
        }
        TempFolder.delete(folder);
    }

    /** Those with a schedule, in an order that the recorded run did not have. */
    private static long violations(AnalysisResult result) {
        return result.predictions().stream()
                .filter(prediction -> prediction.witness() != null)
                .filter(prediction -> prediction.candidate().events().get(0)
                        > prediction.candidate().events().get(1))
                .count();
    }

    /** The medians of both, taking turns. */
    private static double[] times(Supplier<AnalysisResult> one, Supplier<AnalysisResult> other) {
        double[] first = new double[ROUNDS];
        double[] second = new double[ROUNDS];
        long used = 0;
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            if (round < 0 && used > 10_000_000_000L) {
                round = 0;
            }
            long begin = System.nanoTime();
            used += one.get().candidates() < 0 ? 1 : 0;
            long middle = System.nanoTime();
            used += other.get().candidates() < 0 ? 1 : 0;
            long end = System.nanoTime();
            used += end - begin;
            if (round >= 0) {
                first[round] = (middle - begin) / 1e6;
                second[round] = (end - middle) / 1e6;
            }
        }
        Arrays.sort(first);
        Arrays.sort(second);
        return new double[] {first[ROUNDS / 2], second[ROUNDS / 2]};
    }
}
