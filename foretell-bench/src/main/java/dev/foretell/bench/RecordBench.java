// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.Database;
import dev.foretell.bench.workload.Particles;
import dev.foretell.bench.workload.Pipeline;
import dev.foretell.bench.workload.ProducerConsumer;
import dev.foretell.bench.workload.Sor;
import dev.foretell.bench.workload.Tsp;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.io.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What recording costs: the six workloads with and without it, in turn. */
final class RecordBench {
    private static final List<Class<?>> WORKLOADS =
            List.of(Sor.class, Particles.class, Tsp.class, Pipeline.class, Database.class, ProducerConsumer.class);

    private final BenchRunner runner;

    RecordBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Recording, against the plain run",
                "workload",
                "plain s",
                "recorded s",
                "wall x",
                "wall of the process x",
                "CPU x",
                "events M",
                "bytes an event");
        double product = 1;
        for (Class<?> workload : WORKLOADS) {
            product *= measure(workload, table);
        }
        return table.row("geometric mean", "", "", Math.pow(product, 1.0 / WORKLOADS.size()), "", "", "", "");
    }

    private double measure(Class<?> workload, Table table) throws Exception {
        List<String> command = runner.program(workload, runner.scale());
        List<BenchRunner.Run> plain = new ArrayList<>();
        List<BenchRunner.Run> recorded = new ArrayList<>();
        double events = 0;
        double bytes = 0;
        for (int i = 0; i < runner.runs(); i++) {
            plain.add(runner.plain(command));
            Path folder = runner.folder();
            recorded.add(runner.recorded(command, folder));
            Path jvm = jvm(folder);
            if (i == 0) {
                bytes = TempFolder.bytes(jvm);
                RunInfo run = TraceReader.read(jvm).trace().run();
                events = run.recordedEvents();
            }
            TempFolder.delete(folder);
        }
        double without = BenchRunner.median(plain, BenchRunner.Run::main);
        double with = BenchRunner.median(recorded, BenchRunner.Run::main);
        table.row(
                workload.getSimpleName(),
                without,
                with,
                with / without,
                BenchRunner.median(recorded, BenchRunner.Run::process)
                        / BenchRunner.median(plain, BenchRunner.Run::process),
                BenchRunner.median(recorded, BenchRunner.Run::cpu) / BenchRunner.median(plain, BenchRunner.Run::cpu),
                events / 1e6,
                bytes / events);
        return with / without;
    }

    static Path jvm(Path folder) throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.filter(path -> path.getFileName().toString().startsWith("jvm-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no trace in " + folder));
        }
    }
}
