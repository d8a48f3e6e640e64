// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.AskTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What it costs to keep what the program is told: a call of {@code System.nanoTime}, all kept, and beyond the limit.
 */
final class InputBench {
    private final Lab lab;

    InputBench(Lab lab) {
        this.lab = lab;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Asking for the time",
                "answers",
                "calls M",
                "plain ns a call",
                "recorded ns a call",
                "plain CPU ns",
                "recorded CPU ns",
                "bytes a call");
        for (String how : List.of("kept", "beyond")) {
            List<Lab.Run> plain = new ArrayList<>();
            List<Lab.Run> recorded = new ArrayList<>();
            List<String> command = lab.program(AskTime.class, how, lab.scale());
            long size = 0;
            for (int i = 0; i < lab.runs(); i++) {
                plain.add(lab.plain(command));
                Path folder = lab.folder();
                recorded.add(lab.recorded(command, folder));
                size = Files.size(RecordBench.jvm(folder).resolve("inputs"));
                Scratch.delete(folder);
            }
            double calls = AskTime.calls(lab.scale());
            table.row(
                    how,
                    calls / 1e6,
                    Lab.median(plain, Lab.Run::main) * 1e9 / calls,
                    Lab.median(recorded, Lab.Run::main) * 1e9 / calls,
                    Lab.median(plain, Lab.Run::cpu) * 1e9 / calls,
                    Lab.median(recorded, Lab.Run::cpu) * 1e9 / calls,
                    size / calls);
        }
        return table;
    }
}
