package dev.foretell.bench;

import dev.foretell.it.fail.race.Account;
import dev.foretell.trace.options.GuardOptions;
import dev.foretell.trace.watch.Sighting;
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
import java.util.stream.Stream;

/**
 * What healing does for the failing subjects: how often they end otherwise than they do when they are left alone, under noise, without and
 * with each kind of healing. The atomic sections are those that {@code foretell atomic infer} finds in them. Subjects that never fail under
 * this noise, or of which no section is broken, have nothing to heal; they are named below the table.
 */
final class HealBench {
    private static final int TRIES = 10;
    /** The processes mostly wait. */
    private static final int AT_ONCE = 2;

    private static final long LIMIT_SECONDS = 60;

    /** Long enough for the other thread to come: most subjects start it 100 ms later. */
    private static final GuardOptions.Noise NOISE =
            new GuardOptions.Noise(GuardOptions.Where.ANYWHERE, 300, GuardOptions.Delay.HOLD, 150_000);

    private final Lab lab;

    HealBench(Lab lab) {
        this.lab = lab;
    }

    /** What came of some runs of a subject. */
    private record Count(int runs, int failed, int hung, int broken) {
        String text() {
            return failed + (hung > 0 ? " (" + hung + " hung)" : "");
        }
    }

    String run() throws Exception {
        Path sections = lab.folder().resolve("subjects.sections");
        Path classes = Path.of(Account.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        lab.plain(lab.tool(List.of(
                "atomic",
                "infer",
                classes.toString(),
                "--include",
                "dev.foretell.it.fail.**",
                "-o",
                sections.toString())));
        Table table = new Table(
                "Failed runs of " + lab.runs() + ", under noise",
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
                if (subject.matches("dev\\.foretell\\.it\\.fail\\.(race|atomicity|asv)\\..*")) {
                    measure(subject, sections, workers, table, others);
                }
            }
        } finally {
            workers.shutdownNow();
        }
        return table + "\nNothing to heal in " + String.join(", ", others) + ".\n";
    }

    private void measure(String subject, Path sections, ExecutorService workers, Table table, List<String> others)
            throws Exception {
        String name = subject.substring(subject.lastIndexOf('.') + 1);
        List<String> command =
                lab.program(Class.forName(subject, false, getClass().getClassLoader()));
        Lab.End usual = lab.ends(command, LIMIT_SECONDS);
        GuardOptions noisy = new GuardOptions(NOISE, List.of(), List.of(), sections, GuardOptions.Heal.NONE, 0, 1);
        Count tried = count(command, noisy, usual, Math.min(TRIES, lab.runs()), workers);
        if (tried.failed == 0 || tried.broken == 0) {
            others.add(name);
            return;
        }
        List<Object> row = new ArrayList<>(List.of(name));
        for (GuardOptions.Heal heal : GuardOptions.Heal.values()) {
            row.add(count(command, noisy.withHeal(heal), usual, lab.runs(), workers)
                    .text());
        }
        table.row(row.toArray());
        System.err.println(row); // the whole takes long
    }

    private Count count(List<String> command, GuardOptions options, Lab.End usual, int runs, ExecutorService workers)
            throws Exception {
        List<Future<Count>> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            GuardOptions seeded = options.withSeed(i + 1);
            Path folder = lab.folder();
            Callable<Count> one = () -> once(command, seeded, usual, folder);
            all.add(workers.submit(one));
        }
        int failed = 0;
        int hung = 0;
        int broken = 0;
        for (Future<Count> one : all) {
            failed += one.get().failed;
            hung += one.get().hung;
            broken += one.get().broken;
        }
        return new Count(runs, failed, hung, broken);
    }

    private Count once(List<String> command, GuardOptions options, Lab.End usual, Path folder) throws Exception {
        Lab.End end = lab.ends(lab.guarded(command, options, folder), LIMIT_SECONDS);
        Count count = new Count(1, end.equals(usual) ? 0 : 1, end.exit() == Lab.HUNG ? 1 : 0, broken(folder) ? 1 : 0);
        Scratch.delete(folder);
        return count;
    }

    /** Whether the guard has seen a section being broken. */
    private static boolean broken(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".watch")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    List<String> fields = WatchLine.fields(line);
                    if (fields.get(0).equals(WatchLine.SIGHTING)
                            && Sighting.of(fields).kind().equals(Sighting.ATOMICITY)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
