// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.Hello;
import java.util.ArrayList;
import java.util.List;

/** What the agent adds to the start of a program that does nothing. */
final class StartBench {
    private final BenchRunner runner;

    StartBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        List<BenchRunner.Run> plain = new ArrayList<>();
        List<BenchRunner.Run> recorded = new ArrayList<>();
        for (int i = -1; i < runner.runs(); i++) {
            BenchRunner.Run without = runner.plain(runner.program(Hello.class));
            BenchRunner.Run with = runner.recorded(runner.program(Hello.class), runner.folder());
            if (i >= 0) {
                plain.add(without);
                recorded.add(with);
            }
        }
        double without = BenchRunner.median(plain, BenchRunner.Run::process);
        double with = BenchRunner.median(recorded, BenchRunner.Run::process);
        return new Table("Start-up of hello world", "plain s", "recorded s", "added s", "budget s")
                .row(without, with, with - without, 0.35);
    }
}
