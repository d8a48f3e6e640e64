package dev.foretell.bench;

import dev.foretell.bench.workload.Echo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of four racy variables a guard sees, by kind of noise: the paper's Table 2, on an echo server with ten clients and
 * forty requests each. {@code Focus} presses where a prediction from one recorded run says.
 */
final class WatchBench {
    private static final String VARIABLES = "Echo$Stats.requests,Echo$Stats.bytes,Echo$Stats.open,Echo$Stats.last";
    private static final String PLACES = "dev.foretell.bench.workload.Echo.serve";
    private static final Pattern TIMES = Pattern.compile("\"times\" : (\\d+)");
    private static final Pattern VARIABLE = Pattern.compile("\"variable\" : \"(Echo\\$Stats\\.\\w+)\"");

    private final Lab lab;

    WatchBench(Lab lab) {
        this.lab = lab;
    }

    Table run() throws Exception {
        Path predicted = lab.folder();
        List<String> program = lab.program(Echo.class);
        tool(List.of("record", "-o", predicted.toString(), "--"), program);
        tool(List.of("analyze", predicted.toString()), List.of());
        Map<String, List<String>> noises = new LinkedHashMap<>();
        noises.put("None", List.of());
        noises.put("Rand 50", List.of("--noise", "random:50:10ms"));
        noises.put("Loc 1000", List.of("--noise", "places:1000:10ms", "--on", PLACES));
        for (int strength : new int[] {500, 750, 1000}) {
            noises.put("Var " + strength, List.of("--noise", "variables:" + strength + ":10ms", "--on", VARIABLES));
        }
        noises.put("Focus", List.of("--focus", predicted.toString()));
        Table table = new Table(
                "Watching an echo server: races seen in a run, and racy variables seen (of 4)",
                "noise",
                "races",
                "variables",
                "fewest variables",
                "seconds");
        for (Map.Entry<String, List<String>> noise : noises.entrySet()) {
            measure(noise.getKey(), noise.getValue(), program, table);
        }
        return table;
    }

    private void measure(String name, List<String> options, List<String> program, Table table) throws Exception {
        double races = 0;
        double variables = 0;
        double seconds = 0;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < lab.runs(); i++) {
            Path folder = lab.folder();
            List<String> arguments = new ArrayList<>(List.of("watch", "-o", folder.toString(), "--seed", "" + (i + 1)));
            arguments.addAll(options);
            arguments.add("--");
            seconds += tool(arguments, program);
            String report = Files.readString(folder.resolve("report.json"));
            Matcher times = TIMES.matcher(report);
            races += times.find() ? Integer.parseInt(times.group(1)) : 0;
            Set<String> seen = new HashSet<>();
            for (Matcher found = VARIABLE.matcher(report); found.find(); ) {
                seen.add(found.group(1));
            }
            variables += seen.size();
            fewest = Math.min(fewest, seen.size());
            Scratch.delete(folder);
        }
        table.row(name, races / lab.runs(), variables / lab.runs(), fewest, seconds / lab.runs());
    }

    /** Returns the seconds it took. */
    private double tool(List<String> arguments, List<String> program) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(program);
        return lab.plain(lab.tool(all)).process();
    }
}
