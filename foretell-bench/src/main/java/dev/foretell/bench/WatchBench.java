// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.bench.workload.Bank;
import dev.foretell.bench.workload.Crawler;
import dev.foretell.bench.workload.Echo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which racy variables the watcher finds, by kind of noise: AtomRace's Table 2, on a bank, a web crawler, and an echo
 * server with ten clients and forty requests each. {@code Focus} injects noise at the variables of the predictions from
 * one recorded run.
 */
final class WatchBench {
    private static final int AT_ONCE = 2;
    private static final Pattern TIMES = Pattern.compile("\"times\" : (\\d+)");

    /** A program, its racy variables as reports name them, and the places that access them. */
    private record Subject(Class<?> program, List<String> variables, List<String> places) {}

    private static final List<Subject> SUBJECTS = List.of(
            new Subject(
                    Bank.class,
                    List.of("Bank$Account.balance", "Bank.transfers"),
                    List.of(Bank.class.getName() + ".serve")),
            new Subject(
                    Crawler.class,
                    List.of("Crawler.connection", "Crawler.pages", "Crawler.characters"),
                    List.of(Crawler.class.getName() + ".crawl", Crawler.class.getName() + ".stop")),
            new Subject(
                    Echo.class,
                    List.of("Echo$Stats.requests", "Echo$Stats.bytes", "Echo$Stats.open", "Echo$Stats.last"),
                    List.of(Echo.class.getName() + ".serve")));

    /** What was observed in one run. */
    private record Seen(int races, int variables) {}

    private final BenchRunner runner;

    WatchBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Watching: races seen in a run, racy variables seen, and in how many of " + runner.runs()
                        + " runs all of them",
                "program",
                "noise",
                "races",
                "variables",
                "all seen");
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Subject subject : SUBJECTS) {
                for (Map.Entry<String, List<String>> noise : noises(subject).entrySet()) {
                    measure(subject, noise.getKey(), noise.getValue(), workers, table);
                }
            }
        } finally {
            workers.shutdownNow();
        }
        return table;
    }

    private Map<String, List<String>> noises(Subject subject) throws Exception {
        Path predicted = runner.folder();
        tool(List.of("record", "-o", predicted.toString(), "--"), runner.program(subject.program));
        tool(List.of("analyze", predicted.toString()), List.of());
        Map<String, List<String>> noises = new LinkedHashMap<>();
        noises.put("None", List.of());
        noises.put("Rand 50", List.of("--noise", "random:50:10ms"));
        noises.put("Loc 1000", List.of("--noise", "places:1000:10ms", "--on", String.join(",", subject.places)));
        for (int strength : new int[] {500, 750, 1000}) {
            String on = String.join(",", subject.variables);
            noises.put("Var " + strength, List.of("--noise", "variables:" + strength + ":10ms", "--on", on));
        }
        noises.put("Focus", List.of("--focus", predicted.toString()));
        return noises;
    }

    private void measure(Subject subject, String name, List<String> options, ExecutorService workers, Table table)
            throws Exception {
        List<Future<Seen>> all = new ArrayList<>();
        for (int i = 0; i < runner.runs(); i++) {
            Path folder = runner.folder();
            List<String> arguments = new ArrayList<>(List.of("watch", "-o", folder.toString(), "--seed", "" + (i + 1)));
            arguments.addAll(options);
            arguments.add("--");
            Callable<Seen> one = () -> watch(subject, arguments, folder);
            all.add(workers.submit(one));
        }
        double races = 0;
        double variables = 0;
        int complete = 0;
        for (Future<Seen> one : all) {
            races += one.get().races;
            variables += one.get().variables;
            complete += one.get().variables == subject.variables.size() ? 1 : 0;
        }
        List<Object> row = List.of(
                subject.program.getSimpleName(),
                name,
                races / runner.runs(),
                String.format(Locale.ROOT, "%.2f of %d", variables / runner.runs(), subject.variables.size()),
                complete);
        table.row(row.toArray());
        System.err.println(row); // the whole takes long
    }

    private Seen watch(Subject subject, List<String> arguments, Path folder) throws Exception {
        tool(arguments, runner.program(subject.program));
        String report = Files.readString(folder.resolve("report.json"));
        Matcher times = TIMES.matcher(report);
        int races = times.find() ? Integer.parseInt(times.group(1)) : 0;
        Set<String> seen = new HashSet<>();
        for (String variable : subject.variables) {
            if (report.contains("\"variable\" : \"" + variable + "\"")) {
                seen.add(variable);
            }
        }
        TempFolder.delete(folder);
        return new Seen(races, seen.size());
    }

    private void tool(List<String> arguments, List<String> program) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(program);
        runner.plain(runner.tool(all));
    }
}
