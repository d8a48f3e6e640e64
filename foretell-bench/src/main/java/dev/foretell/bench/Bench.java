// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command: {@code run [--runs N] [--scale N] [NAME]...}, with names from {@code known} below; without names, all of
 * them.
 */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        int runs = 5;
        int scale = 1;
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--runs" -> runs = Integer.parseInt(args[++i]);
                case "--scale" -> scale = Integer.parseInt(args[++i]);
                default -> wanted.add(args[i]);
            }
        }
        List<String> known = Arrays.asList(
                "start",
                "record",
                "probes",
                "inputs",
                "analysis",
                "candidates",
                "order",
                "job",
                "hang",
                "direct",
                "table1",
                "table2",
                "watch",
                "watch-cost",
                "heal");
        if (!known.containsAll(wanted)) {
            System.err.println("Measurements are " + known + ", options --runs N and --scale N.");
            System.exit(2);
        }
        try (TempFolder scratch = new TempFolder(Path.of("."))) {
            BenchRunner runner = new BenchRunner(scratch, runs, scale);
            System.out.println(runner.machine());
            for (String name : known) {
                if (wanted.isEmpty() || wanted.contains(name)) {
                    System.out.println(
                            switch (name) {
                                case "start" -> new StartBench(runner).run();
                                case "record" -> new RecordBench(runner).run();
                                case "probes" -> new ProbeBench(runner).run();
                                case "inputs" -> new InputBench(runner).run();
                                case "analysis" -> new AnalysisBench(runner).run();
                                case "candidates" -> new CandidateBench(runner).run();
                                case "order" -> new SolverBench(runner).run();
                                case "job" -> new JobBench(runner).run();
                                case "hang" -> new HangBench(runner).run();
                                case "direct" -> new DirectBench(runner).run();
                                case "watch" -> new WatchBench(runner).run();
                                case "heal" -> new HealBench(runner).run();
                                case "watch-cost" -> new WatchCostBench(runner).run();
                                case "table2" -> new OrderViolationBench(runner).run();
                                default -> new SubjectTable(runner).run();
                            });
                }
            }
        }
    }
}
