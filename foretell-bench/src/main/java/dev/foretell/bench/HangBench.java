// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.Stalled;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long a stalled program runs before Foretell has detected the stall and ended it. */
final class HangBench {
    private final BenchRunner runner;

    HangBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table("Hang verdict", "recorded program", "median ms", "slowest ms", "budget ms");
        for (String way : List.of("deadlock", "waiting")) {
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < runner.runs(); i++) {
                millis.add((double) once(way));
            }
            Collections.sort(millis);
            table.row(way, millis.get(millis.size() / 2), millis.get(millis.size() - 1), 1000.0);
        }
        return table;
    }

    /** From the stall to the end of the process. */
    private long once(String way) throws IOException {
        Path folder = runner.folder();
        List<String> command = new ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
        command.addAll(runner.program(Stalled.class, way));
        Process tool = new ProcessBuilder(runner.launcher(command))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = tool.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("stands ")) {
                    String[] words = line.split(" ");
                    ProcessHandle.of(Long.parseLong(words[1]))
                            .ifPresent(program -> program.onExit().join());
                    return System.currentTimeMillis() - Long.parseLong(words[2]);
                }
            }
            throw new IOException("the program did not stall: " + command);
        } finally {
            tool.onExit().join();
        }
    }
}
