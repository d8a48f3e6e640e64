// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import dev.foretell.it.fail.race.Account;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.io.TraceReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All subjects in the form of the PECAN paper's Table 1 (Huang and Zhang, ISSTA 2011), with the paper's own row below a
 * subject that re-creates one of its programs. The programs are not the same, so the numbers are not to be compared one
 * by one; what compares is how many of the predictions come true.
 */
final class SubjectTable {
    private static final String PACKAGE = "dev/foretell/it/";

    /**
     * The paper's rows: name, threads, variables, events, overhead, analysis ms, transform ms, Race, AV, ASV, REAL,
     * EXP, F.
     */
    private static final Map<String, Object[]> PAPER = Map.ofEntries(
            row("Account", "Account", 3, 4, 66, "0.00x", 6, 7, 7, 2, 6, 15, 8, 0),
            row("BuggyProgram", "BuggyPrg", 4, 5, 225, "0.67x", 12, 8, 9, 1, 0, 10, 1, 0),
            row("Critical", "Critical", 3, 1, 19, "0.33x", 2, 2, 16, 14, 0, 28, 2, 0),
            row("Loader", "Loader", 4, 1, 48, "0.01x", 4, 8, 2, 4, 0, 5, 1, 0),
            row("Manager", "Manager", 5, 3, 158, "0.00x", 30, 14, 15, 0, 0, 14, 1, 1),
            row("MergeSort", "MergeSort", 6, 2, 1587, "0.50x", 22, 10, 8, 10, 0, 8, 1, 10),
            row("Shop", "Shop", 4, 1, 429, "0.20x", 101, 32, 4, 0, 0, 4, 1, 0),
            row("BufferAppend", "StringBuf", 3, 2, 86, "1.40x", 3, 43, 0, 1, 0, 1, 1, 0),
            row("ArrayListContainsAll", "ArrayList", 3, 3, 294, "0.14x", 6, 8, 6, 1, 4, 11, 2, 0),
            row("LinkedListAddAll", "LinkedList", 3, 9, 357, "0.13x", 8, 7, 6, 1, 7, 13, 3, 0),
            row("HashSetRemoveAll", "HashSet", 3, 11, 404, "0.62x", 12, 8, 4, 3, 4, 10, 5, 0),
            row("TreeSetFirst", "TreeSet", 3, 23, 475, "0.21x", 30, 7, 4, 2, 4, 10, 4, 0));

    /** The options that a user has to give for a subject. */
    private static final Map<String, List<String>> OPTIONS =
            Map.of("NamedMethod", List.of("--atomic", "dev.foretell.it.fail.*.NamedMethod.draw"));

    private final BenchRunner runner;

    SubjectTable(BenchRunner runner) {
        this.runner = runner;
    }

    private static Map.Entry<String, Object[]> row(String ours, Object... cells) {
        return Map.entry(ours, cells);
    }

    Table run() throws Exception {
        Table table = new Table(
                "The subjects, as in the paper's Table 1",
                "program",
                "thr",
                "vars",
                "events",
                "cost",
                "analysis",
                "clip",
                "Race",
                "AV",
                "ASV",
                "REAL",
                "EXP",
                "F",
                "DL",
                "bugs",
                "notes",
                "C/T");
        Sum sum = new Sum();
        for (String subject : subjects()) {
            measure(subject, table, sum);
        }
        return table.row(
                "all",
                "",
                "",
                "",
                "",
                "",
                "",
                sum.races,
                sum.atomicity,
                sum.sets,
                sum.real,
                sum.thrown,
                sum.failed,
                sum.deadlocks,
                sum.bugs,
                sum.notes,
                sum.created + " / " + sum.tried);
    }

    /** The findings of one subject or of all. */
    private static final class Sum {
        private int races;
        private int atomicity;
        private int sets;
        private int deadlocks;
        private int real;
        private int thrown;
        private int failed;
        private int bugs;
        private int notes;
        private int created;
        private int tried;

        void add(Finding finding) {
            if (finding.replays().tried() == 0) {
                return;
            }
            races += finding.kind().equals(AnomalyKind.RACE) ? 1 : 0;
            atomicity += finding.kind().equals(AnomalyKind.ATOMICITY) ? 1 : 0;
            sets += finding.kind().equals(AnomalyKind.ASV) ? 1 : 0;
            deadlocks += finding.kind().equals(AnomalyKind.DEADLOCK) ? 1 : 0;
            if (finding.status() != Status.CONFIRMED) {
                failed++;
                return;
            }
            real++;
            Harm.Kind harm = finding.harm().kind();
            thrown += harm == Harm.Kind.EXCEPTION || harm == Harm.Kind.ASSERTION ? 1 : 0;
            bugs += finding.first() && !finding.folded() ? 1 : 0;
            notes += finding.first() && finding.folded() ? 1 : 0;
            created += finding.replays().created();
            tried += finding.replays().tried();
        }
    }

    private void measure(String subject, Table table, Sum all) throws Exception {
        List<String> command =
                runner.program(Class.forName(subject, false, getClass().getClassLoader()));
        List<BenchRunner.Run> plain = new ArrayList<>();
        List<BenchRunner.Run> recorded = new ArrayList<>();
        for (int i = 0; i < Math.min(3, runner.runs()); i++) {
            plain.add(runner.plain(command));
            Path folder = runner.folder();
            recorded.add(runner.recorded(command, folder));
            TempFolder.delete(folder);
        }
        double overhead = BenchRunner.median(recorded, BenchRunner.Run::process)
                        / BenchRunner.median(plain, BenchRunner.Run::process)
                - 1;
        Path folder = runner.folder();
        String simpleName = subject.substring(subject.lastIndexOf('.') + 1);
        List<String> arguments = new ArrayList<>(
                List.of("check", "--detect", "race,deadlock,atomicity,asv", "--show-refuted", "-o", folder.toString()));
        arguments.addAll(OPTIONS.getOrDefault(simpleName, List.of()));
        arguments.add("--");
        arguments.addAll(command);
        runner.plain(runner.tool(arguments));
        Report report = Json.read(folder.resolve("report.json"), Report.class);
        Trace trace = TraceReader.read(RecordBench.jvm(folder.resolve("trace"))).trace();
        Sum sum = new Sum();
        report.findings().forEach(sum::add);
        report.findings().forEach(all::add);
        Speed speed = Speed.of(trace);
        String name = subject.substring(PACKAGE.length());
        table.row(
                name,
                trace.threads().size(),
                variables(trace),
                trace.size(),
                String.format(Locale.ROOT, "%.2fx", Math.max(0, overhead)),
                speed.analysisMillis(),
                speed.transformMillis(),
                sum.races,
                sum.atomicity,
                sum.sets,
                sum.real,
                sum.thrown,
                sum.failed,
                sum.deadlocks,
                sum.bugs,
                sum.notes,
                sum.created + " / " + sum.tried);
        Object[] paper = PAPER.get(simpleName);
        if (paper != null && name.startsWith("fail.")) {
            Object[] cells = new Object[17];
            System.arraycopy(paper, 0, cells, 0, paper.length);
            cells[0] = "*PECAN's " + paper[0] + "*";
            Arrays.fill(cells, paper.length, cells.length, "");
            table.row(cells);
        }
        TempFolder.delete(folder);
    }

    /** Locations that several threads access, not all of them only reading: the reader of traces drops all others. */
    static int variables(Trace trace) {
        Set<Integer> variables = new HashSet<>();
        for (int event = 0; event < trace.size(); event++) {
            if (trace.kind(event).isAccess()) {
                variables.add(trace.target(event));
            }
        }
        return variables.size();
    }

    /** Names of all classes with a verdict, in the order of the alphabet; not those that need a file of patterns. */
    static List<String> subjects() throws IOException, URISyntaxException {
        Path home = Path.of(Account.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(home)) {
            return subjects(home);
        }
        try (FileSystem jar = FileSystems.newFileSystem(home)) {
            return subjects(jar.getPath("/"));
        }
    }

    private static List<String> subjects(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(PACKAGE))) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name ->
                            name.endsWith(".class") && !name.contains("$") && !name.endsWith("package-info.class"))
                    .filter(name -> name.startsWith(PACKAGE + "fail/") || name.startsWith(PACKAGE + "success/"))
                    .filter(name -> !name.startsWith(PACKAGE + "fail/pattern/"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }
}
