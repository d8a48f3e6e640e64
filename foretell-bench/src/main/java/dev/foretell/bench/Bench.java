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
                "inputs",
                "analysis",
                "order",
                "job",
                "hang",
                "direct",
                "table1",
                "table2",
                "watch",
                "guard",
                "heal");
        if (!known.containsAll(wanted)) {
            System.err.println("Measurements are " + known + ", options --runs N and --scale N.");
            System.exit(2);
        }
        try (TempFolder scratch = new TempFolder(Path.of("."))) {
            BenchRunner lab = new BenchRunner(scratch, runs, scale);
            System.out.println(lab.machine());
            for (String name : known) {
                if (wanted.isEmpty() || wanted.contains(name)) {
                    System.out.println(
                            switch (name) {
                                case "start" -> new StartBench(lab).run();
                                case "record" -> new RecordBench(lab).run();
                                case "inputs" -> new InputBench(lab).run();
                                case "analysis" -> new AnalysisBench(lab).run();
                                case "order" -> new SolverBench(lab).run();
                                case "job" -> new JobBench(lab).run();
                                case "hang" -> new HangBench(lab).run();
                                case "direct" -> new DirectBench(lab).run();
                                case "watch" -> new WatchBench(lab).run();
                                case "heal" -> new HealBench(lab).run();
                                case "guard" -> new WatchCostBench(lab).run();
                                case "table2" -> new OrderViolationBench(lab).run();
                                default -> new SubjectTable(lab).run();
                            });
                }
            }
        }
    }
}
