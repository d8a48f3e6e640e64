// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.Particles;
import dev.foretell.bench.workload.ProducerConsumer;
import dev.foretell.bench.workload.Sor;
import dev.foretell.bench.workload.Tsp;
import java.util.ArrayList;
import java.util.List;

/** What watching costs, without noise: CPU time of the process against the plain run, in turn. */
final class WatchCostBench {
    private static final int BUDGET = 20;

    private final BenchRunner runner;

    WatchCostBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Watching, against the plain run", "workload", "plain CPU s", "watched CPU x", "budget 20% CPU x");
        for (Class<?> workload : List.of(Tsp.class, ProducerConsumer.class, Sor.class, Particles.class)) {
            List<String> command = runner.program(workload, runner.scale());
            List<BenchRunner.Run> plain = new ArrayList<>();
            List<BenchRunner.Run> watched = new ArrayList<>();
            List<BenchRunner.Run> budgeted = new ArrayList<>();
            for (int i = 0; i < runner.runs(); i++) {
                plain.add(runner.plain(command));
                watched.add(runner.watched(command, 0, runner.folder()));
                budgeted.add(runner.watched(command, BUDGET, runner.folder()));
            }
            double without = BenchRunner.median(plain, BenchRunner.Run::cpu);
            table.row(
                    workload.getSimpleName(),
                    without,
                    BenchRunner.median(watched, BenchRunner.Run::cpu) / without,
                    BenchRunner.median(budgeted, BenchRunner.Run::cpu) / without);
        }
        return table;
    }
}
