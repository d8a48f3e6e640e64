// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.analysis.Clips;
import dev.foretell.bench.workload.DeepSwitch;
import dev.foretell.bench.workload.Turns;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.io.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What directing costs: a schedule whose switches lie behind millions of probes, and one of little else than switches.
 * Both are the schedules of a recorded run; times are those of the main method, with the program's own work in them.
 */
final class DirectBench {
    private final BenchRunner runner;

    DirectBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Directing",
                "program",
                "plain s",
                "recorded s",
                "directed s",
                "directed / recorded",
                "events M",
                "ns an event",
                "switches",
                "µs a switch");
        for (Class<?> workload : List.of(DeepSwitch.class, Turns.class)) {
            measure(workload, table);
        }
        return table;
    }

    private void measure(Class<?> workload, Table table) throws Exception {
        List<String> command = runner.program(workload, runner.scale());
        List<BenchRunner.Run> plain = new ArrayList<>();
        List<BenchRunner.Run> recorded = new ArrayList<>();
        List<BenchRunner.Run> directed = new ArrayList<>();
        RunInfo info = null;
        Clip clip = null;
        int followed = 0;
        for (int i = 0; i < runner.runs(); i++) {
            plain.add(runner.plain(command));
            Path folder = runner.folder();
            recorded.add(runner.recorded(command, folder));
            RecordedTrace trace = TraceReader.read(RecordBench.jvm(folder));
            info = trace.trace().run();
            clip = new Clips(trace.trace(), command, Map.of()).recorded();
            Path file = folder.resolve("recorded.clip");
            ClipFormat.write(clip, file);
            directed.add(runner.directed(command, file, folder));
            followed += Files.readString(folder.resolve("outcome")).contains("followed") ? 1 : 0;
            TempFolder.delete(folder);
        }
        double with = BenchRunner.median(directed, BenchRunner.Run::main);
        double record = BenchRunner.median(recorded, BenchRunner.Run::main);
        table.row(
                workload.getSimpleName() + (followed == runner.runs() ? "" : " (followed " + followed + ")"),
                BenchRunner.median(plain, BenchRunner.Run::main),
                record,
                with,
                with / record,
                info.recordedEvents() / 1e6,
                with * 1e9 / info.recordedEvents(),
                clip.steps().size(),
                clip.steps().size() < 100
                        ? Double.NaN
                        : with * 1e6 / clip.steps().size());
    }
}
