package dev.foretell.bench;

import dev.foretell.bench.workload.DeepSwitch;
import dev.foretell.it.success.VolatileSpin;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What directing costs: a clip whose switch lies behind millions of probes, and a schedule of many switches. */
final class DirectBench {
    private final Lab lab;

    DirectBench(Lab lab) {
        this.lab = lab;
    }

    @Override
    public String toString() {
        return "director";
    }

    Table run() throws Exception {
        Table table = new Table(
                "Directing", "program", "plain s", "recorded s", "directed s", "directed x", "switches forced");
        deep(table);
        switches(table);
        return table;
    }

    private void deep(Table table) throws Exception {
        List<String> command = lab.program(DeepSwitch.class, lab.scale());
        Path folder = lab.folder();
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        arguments.addAll(command);
        lab.plain(lab.tool(arguments));
        Path clip;
        try (Stream<Path> clips = Files.list(folder.resolve("clips"))) {
            Optional<Path> first = clips.sorted().findFirst();
            if (first.isEmpty()) {
                table.row("DeepSwitch", "no race found", "", "", "", "");
                return;
            }
            clip = first.get();
        }
        measure(table, command, clip);
    }

    private void switches(Table table) throws Exception {
        List<String> command = lab.program(VolatileSpin.class);
        Path folder = lab.folder();
        List<String> arguments = new ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
        arguments.addAll(command);
        lab.plain(lab.tool(arguments));
        lab.plain(lab.tool(List.of("analyze", folder.toString())));
        Path clip = folder.resolve("clips/recorded.clip");
        Files.copy(folder.resolve("trace/recorded.clip"), clip);
        measure(table, command, clip);
    }

    private void measure(Table table, List<String> command, Path file) throws Exception {
        List<Lab.Run> plain = new ArrayList<>();
        List<Lab.Run> recorded = new ArrayList<>();
        List<Lab.Run> directed = new ArrayList<>();
        for (int i = 0; i < lab.runs(); i++) {
            plain.add(lab.plain(command));
            Path folder = lab.folder();
            recorded.add(lab.recorded(command, folder));
            Scratch.delete(folder);
            directed.add(lab.plain(lab.tool(List.of("replay", file.toString()))));
        }
        Clip clip = ClipFormat.read(file);
        double whole = Lab.median(directed, Lab.Run::process);
        double main = Lab.median(directed, Lab.Run::main);
        double with = Double.isNaN(main) ? whole : main;
        double record = Lab.median(recorded, run -> Double.isNaN(run.main()) ? run.process() : run.main());
        table.row(
                command.get(3).substring(command.get(3).lastIndexOf('.') + 1),
                Lab.median(plain, run -> Double.isNaN(run.main()) ? run.process() : run.main()),
                record,
                with,
                with / record,
                clip.steps().size());
    }
}
