// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.analysis.Clips;
import dev.foretell.bench.workload.ProbeLoops;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.io.RecordedTrace;
import dev.foretell.trace.io.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one probe costs in each mode, the program's own access included. The modes take turns, since compiled code and
 * machine load differ from run to run.
 */
final class ProbeBench {
    private static final int ROUNDS = 20;
    private static final String MAIN = "main";

    private final BenchRunner runner;
    /** CPU nanoseconds by loop and column, one of each run. */
    private final Map<String, Map<String, List<Double>>> nanos = new LinkedHashMap<>();

    ProbeBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        List<String> command = runner.program(ProbeLoops.class, ROUNDS);
        Map<String, Clip> clips = clips();
        for (int i = 0; i < runner.runs(); i++) {
            note("plain", runner.plain(command));
            Path folder = runner.folder();
            note("recorded", runner.recorded(command, folder));
            TempFolder.delete(folder);
            folder = runner.folder();
            note("watched", runner.watched(command, 0, folder));
            TempFolder.delete(folder);
            for (Map.Entry<String, Clip> each : clips.entrySet()) {
                folder = runner.folder();
                Path file = folder.resolve("probes.clip");
                ClipFormat.write(each.getValue(), file);
                note(each.getKey(), runner.directed(command, file, folder));
                TempFolder.delete(folder);
            }
        }
        List<String> columns = new ArrayList<>(nanos.values().iterator().next().keySet());
        List<String> heads = new ArrayList<>(List.of("loop"));
        heads.addAll(columns);
        Table table = new Table("Probes, CPU ns an access", heads.toArray(new String[0]));
        nanos.forEach((loop, values) -> {
            List<Object> cells = new ArrayList<>(List.of(loop));
            columns.forEach(column -> cells.add(median(values.get(column))));
            table.row(cells.toArray());
        });
        return table;
    }

    /** A schedule without steps, one of one step to the end of main, and one that counts the reads of a field. */
    private Map<String, Clip> clips() throws IOException, InterruptedException {
        List<String> command = runner.program(ProbeLoops.class, 1);
        Path folder = runner.folder();
        runner.recorded(command, folder);
        RecordedTrace trace = TraceReader.read(RecordBench.jvm(folder));
        Site read = trace.classes().get(ProbeLoops.class.getName()).sites().stream()
                .filter(site -> site.op() == EventKind.READ && site.what().endsWith(".counted"))
                .findFirst()
                .orElseThrow();
        TempFolder.delete(folder);
        Clip clip = new Clips(trace.trace(), command, Map.of()).recorded();
        Map<String, Clip> clips = new LinkedHashMap<>();
        clips.put("directed, schedule over", with(clip, List.of()));
        clips.put("directed", with(clip, List.of(new ClipStep(MAIN, null))));
        ClipPoint never = new ClipPoint(MAIN, read, Integer.MAX_VALUE);
        clips.put("directed, counted", with(clip, List.of(new ClipStep(MAIN, never))));
        return clips;
    }

    private static Clip with(Clip clip, List<ClipStep> steps) {
        return new Clip(clip.kind(), clip.title(), clip.program(), steps, clip.events());
    }

    private void note(String column, BenchRunner.Run run) {
        for (String line : run.output().lines().toList()) {
            String[] words = line.split(" ");
            if (words[0].equals("loop")) {
                nanos.computeIfAbsent(words[1], loop -> new LinkedHashMap<>())
                        .computeIfAbsent(column, name -> new ArrayList<>())
                        .add(Double.valueOf(words[2]));
            }
        }
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
