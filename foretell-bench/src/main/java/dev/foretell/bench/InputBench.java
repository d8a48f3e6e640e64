// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.TimeCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Cost of recording inputs: a call of {@code System.nanoTime}, all kept, and beyond the limit. */
final class InputBench {
    private final BenchRunner runner;

    InputBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Recording the time",
                "answers",
                "calls M",
                "plain ns a call",
                "recorded ns a call",
                "plain CPU ns",
                "recorded CPU ns",
                "bytes a call");
        for (String how : List.of("kept", "beyond")) {
            List<BenchRunner.Run> plain = new ArrayList<>();
            List<BenchRunner.Run> recorded = new ArrayList<>();
            List<String> command = runner.program(TimeCalls.class, how, runner.scale());
            long size = 0;
            for (int i = 0; i < runner.runs(); i++) {
                plain.add(runner.plain(command));
                Path folder = runner.folder();
                recorded.add(runner.recorded(command, folder));
                size = Files.size(RecordBench.jvm(folder).resolve("inputs"));
                TempFolder.delete(folder);
            }
            double calls = TimeCalls.calls(runner.scale());
            table.row(
                    how,
                    calls / 1e6,
                    BenchRunner.median(plain, BenchRunner.Run::main) * 1e9 / calls,
                    BenchRunner.median(recorded, BenchRunner.Run::main) * 1e9 / calls,
                    BenchRunner.median(plain, BenchRunner.Run::cpu) * 1e9 / calls,
                    BenchRunner.median(recorded, BenchRunner.Run::cpu) * 1e9 / calls,
                    size / calls);
        }
        return table;
    }
}
