// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.it.fail.race.Account;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.watch.WatchEvent;
import dev.foretell.trace.watch.WatchLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The effect of healing on the failing subjects: how often they fail under noise, without and with each kind of
 * healing. The atomic sections are those of {@code foretell atomic infer}. Subjects that never fail under this noise,
 * or of which no section is violated, have nothing to heal; they are listed below the table.
 */
final class HealBench {
    private static final int TRIES = 10;
    /** The processes mostly wait. */
    private static final int AT_ONCE = 2;

    /** To try some of them: {@code -Dforetell.only='Account|WrongLock'}. */
    private static final Pattern ONLY = Pattern.compile(System.getProperty("foretell.only", ""));

    private static final long LIMIT_SECONDS = 60;

    /** Long enough for the other thread to come: most subjects start it 100 ms later. */
    private static final WatchOptions.NoiseSettings NOISE =
            new WatchOptions.NoiseSettings(WatchOptions.Where.ANYWHERE, 300, WatchOptions.Delay.HOLD, 150_000);

    private final BenchRunner runner;

    HealBench(BenchRunner runner) {
        this.runner = runner;
    }

    /** The outcomes of some runs of a subject. */
    private record Count(int failed, int hung, int broken, boolean unlocked) {
        Count plus(Count other) {
            return new Count(
                    failed + other.failed, hung + other.hung, broken + other.broken, unlocked || other.unlocked);
        }

        /** How many failed, and in how many of these a section was violated: others fail for another reason. */
        String text() {
            return failed + " / " + broken + (hung > 0 ? " (" + hung + " hung)" : "") + (unlocked ? " *" : "");
        }
    }

    String run() throws Exception {
        Path sections = runner.folder().resolve("subjects.sections");
        Path classes = Path.of(Account.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        runner.plain(runner.tool(List.of(
                "atomic",
                "infer",
                classes.toString(),
                "--include",
                "dev.foretell.it.fail.**",
                "-o",
                sections.toString())));
        Table table = new Table(
                "Failed runs of " + runner.runs() + " under noise / of these, runs in which a section was broken",
                "subject",
                "not healed",
                "yield",
                "sleep",
                "priority",
                "lock");
        List<String> others = new ArrayList<>();
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (String subject : SubjectTable.subjects()) {
                if (subject.matches("dev\\.foretell\\.it\\.fail\\.(race|atomicity|asv)\\..*")
                        && ONLY.matcher(subject).find()) {
                    measure(subject, sections, workers, table, others);
                }
            }
        } finally {
            workers.shutdownNow();
        }
        return table + "\n`*` at least one of the sections may not be locked, see docs/sections.md. Nothing to heal in "
                + String.join(", ", others) + ".\n";
    }

    private void measure(String subject, Path sections, ExecutorService workers, Table table, List<String> others)
            throws Exception {
        String name = subject.substring(subject.lastIndexOf('.') + 1);
        List<String> command =
                runner.program(Class.forName(subject, false, getClass().getClassLoader()));
        BenchRunner.End usual = runner.ends(command, LIMIT_SECONDS);
        AgentOptions noisy = NOISE.addTo(AgentOptions.NONE).with(WatchOptions.SECTIONS, sections);
        Count tried = count(command, noisy, usual, Math.min(TRIES, runner.runs()), workers);
        if (tried.failed == 0 || tried.broken == 0) {
            others.add(name);
            return;
        }
        List<Object> row = new ArrayList<>(List.of(name));
        for (WatchOptions.Heal heal : WatchOptions.Heal.values()) {
            row.add(count(command, noisy.with(WatchOptions.HEAL, heal), usual, runner.runs(), workers)
                    .text());
        }
        table.row(row.toArray());
        System.err.println(row); // the whole takes long
    }

    private Count count(
            List<String> command, AgentOptions options, BenchRunner.End usual, int runs, ExecutorService workers)
            throws Exception {
        List<Future<Count>> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            AgentOptions seeded = options.with(WatchOptions.SEED, i + 1L);
            Path folder = runner.folder();
            Callable<Count> one = () -> once(command, seeded, usual, folder);
            all.add(workers.submit(one));
        }
        Count sum = new Count(0, 0, 0, false);
        for (Future<Count> one : all) {
            sum = sum.plus(one.get());
        }
        return sum;
    }

    private Count once(List<String> command, AgentOptions options, BenchRunner.End usual, Path folder)
            throws Exception {
        BenchRunner.End end = runner.ends(runner.watched(command, options, folder), LIMIT_SECONDS);
        boolean failed = !end.equals(usual);
        boolean broken = false;
        boolean unlocked = false;
        for (List<String> fields : log(folder)) {
            boolean sighting = fields.get(0).equals(WatchLine.SIGHTING);
            broken |= sighting && WatchEvent.of(fields).kind().equals(WatchEvent.ATOMICITY);
            unlocked |= fields.get(0).equals(WatchLine.NOTE) && fields.get(1).contains("is not healed with a lock");
        }
        TempFolder.delete(folder);
        return new Count(failed ? 1 : 0, end.exit() == BenchRunner.HUNG ? 1 : 0, failed && broken ? 1 : 0, unlocked);
    }

    /** What the watcher has written. */
    private static List<List<String>> log(Path folder) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".watch")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    lines.add(WatchLine.fields(line));
                }
            }
        }
        return lines;
    }
}
