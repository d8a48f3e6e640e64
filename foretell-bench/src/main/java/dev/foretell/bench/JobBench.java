// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.it.fail.order.LostWakeup;
import dev.foretell.it.fail.race.Account;
import dev.foretell.it.fail.race.RaceOnStatic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The whole job on small programs: from the user's command to the report, and one re-execution. */
final class JobBench {
    private final BenchRunner runner;

    JobBench(BenchRunner runner) {
        this.runner = runner;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Whole job",
                "program",
                "plain run s",
                "check s",
                "budget s",
                "confirmed",
                "re-executions",
                "created something",
                "re-executions / s",
                "replay s",
                "of 5 replays, each s");
        row(table, "RaceOnStatic", runner.program(RaceOnStatic.class), 3);
        row(table, "Account", runner.program(Account.class), 3);
        row(table, "LostWakeup, which hangs", runner.program(LostWakeup.class), Double.NaN);
        row(table, "four JUnit tests, three buggy", tests(), 60);
        return table;
    }

    /** As an IDE or a build tool runs them: all in one JVM. */
    private List<String> tests() {
        List<String> command = new ArrayList<>(runner.program("org.junit.platform.console.ConsoleLauncher"));
        command.addAll(List.of("execute", "--disable-banner", "--details=none"));
        for (String name : List.of("Counter", "Registry", "Transfer", "Mailbox")) {
            command.add("--select-class=dev.foretell.bench.workload.tests." + name + "Test");
        }
        return command;
    }

    private void row(Table table, String name, List<String> command, double budget) throws Exception {
        List<BenchRunner.Run> plain = new ArrayList<>();
        List<BenchRunner.Run> check = new ArrayList<>();
        List<BenchRunner.Run> replay = new ArrayList<>();
        List<BenchRunner.Run> five = new ArrayList<>();
        List<Coverage> coverage = new ArrayList<>();
        for (int i = 0; i < runner.runs(); i++) {
            plain.add(runner.plain(command));
            Path folder = runner.folder();
            List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
            arguments.addAll(command);
            check.add(runner.plain(runner.launcher(arguments)));
            coverage.add(Coverage.of(folder));
            Path clip = firstClip(folder);
            if (clip != null) {
                replay.add(runner.plain(runner.launcher(List.of("replay", clip.toString()))));
                five.add(runner.plain(runner.launcher(List.of("replay", clip.toString(), "--times", "5"))));
            }
        }
        double one = replay.isEmpty() ? Double.NaN : BenchRunner.median(replay, BenchRunner.Run::process);
        double each = five.isEmpty() ? Double.NaN : (BenchRunner.median(five, BenchRunner.Run::process) - one) / 4;
        Coverage middle = coverage.get(coverage.size() / 2);
        table.row(
                name,
                BenchRunner.median(plain, BenchRunner.Run::process),
                BenchRunner.median(check, BenchRunner.Run::process),
                budget,
                middle.bugs,
                middle.runs,
                middle.created,
                median(coverage.stream().mapToDouble(Coverage::runsPerSecond).toArray()),
                one,
                each);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static Path firstClip(Path folder) throws IOException {
        try (Stream<Path> clips = Files.list(folder.resolve("clips"))) {
            return clips.filter(clip -> clip.getFileName().toString().matches("[A-Z]1\\.clip"))
                    .sorted()
                    .findFirst()
                    .orElse(null);
        }
    }

    /** The re-executions in the report. */
    private record Coverage(int bugs, int runs, int created, double runsPerSecond) {
        static Coverage of(Path folder) {
            JsonNode root = new ObjectMapper().readTree(folder.resolve("report.json"));
            JsonNode coverage = root.path("coverage");
            long bugs = root.path("findings")
                    .valueStream()
                    .filter(finding -> finding.path("status").asString("").equals("confirmed"))
                    .map(finding -> finding.path("group").asString(""))
                    .distinct()
                    .count();
            return new Coverage(
                    (int) bugs,
                    coverage.path("runs").asInt(0),
                    coverage.path("created").asInt(0),
                    coverage.path("runsPerSecond").asDouble(Double.NaN));
        }
    }
}
