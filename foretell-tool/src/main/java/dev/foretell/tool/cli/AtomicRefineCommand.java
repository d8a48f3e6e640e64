// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.SectionRefinement;
import dev.foretell.tool.pipeline.UserVerdict;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.SectionFormat;
import dev.foretell.trace.section.SectionLog;
import dev.foretell.trace.section.SectionLog.Branch;
import dev.foretell.trace.section.SectionLog.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the program repeatedly under {@code watch}, and removes the sections that good runs violate. */
@Command(
        name = "refine",
        description = "Removes the sections that runs violate without harm, and those that no run reaches.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell atomic refine app.sections --runs 5 --oracle ./is-good.sh -- java -jar app.jar",
            "",
            "The oracle gets the output folder of a run as its last argument (record/stdout in it is what the program"
                    + " printed) and ends with exit code 0 when the run was good."
        })
final class AtomicRefineCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The sections; changed in place unless -o is given.")
    private Path file;

    @Option(
            names = "--oracle",
            paramLabel = "CMD",
            required = true,
            description = "A command that checks whether a run was good.")
    private String oracle;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Stop after this many good runs in a row without a change (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--most-runs",
            paramLabel = "N",
            defaultValue = "100",
            description = "Stop after this many runs in any case (default: ${DEFAULT-VALUE}).")
    private int most;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write the result to this file instead.")
    private Path out;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            defaultValue = "foretell-refine",
            description = "Folder for the runs (default: ${DEFAULT-VALUE}).")
    private Path work;

    @Option(
            names = "--watch",
            paramLabel = "OPTION",
            description = "An option for 'foretell watch', such as --watch=--noise=random:50. Can be repeated.")
    private List<String> options = List.of();

    @Parameters(
            index = "1..*",
            paramLabel = "-- COMMAND",
            description = "The program, as you would start it in a shell.")
    private List<String> command = List.of();

    AtomicRefineCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        SessionRunner.requireCommand(command);
        if (runs < 1 || most < 1) {
            throw UserError.usage("--runs and --most-runs must be at least 1.");
        }
        AtomicSections sections = SectionsFile.read(file);
        UserVerdict verdicts = new UserVerdict(oracle);
        SectionRefinement.Result result =
                new SectionRefinement((given, number) -> watch(given, number, verdicts), sections, runs, most).run();
        SectionFormat.write(result.sections(), out == null ? file : out);
        console.say(String.format(
                "foretell: %d of %d sections are left after %d runs, %d of them good: %d end points were"
                        + " violated without harm, %d were never reached.%s",
                result.sections().list().size(),
                sections.list().size(),
                result.runs(),
                result.good(),
                result.widened(),
                result.unseen(),
                result.settled()
                        ? ""
                        : " It is not settled: there were not " + runs
                                + " good runs in a row without a change, so nothing that was never reached"
                                + " was removed."));
        return result.settled() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    /** One run, by the same command that a user can give by hand. */
    private SectionRefinement.Run watch(AtomicSections sections, int number, UserVerdict verdicts)
            throws IOException, InterruptedException {
        if (console.runner().interrupted()) {
            return null;
        }
        Path folder = work.resolve("run-" + number);
        Files.createDirectories(work);
        Path given = work.resolve("run-" + number + ".sections");
        SectionFormat.write(sections, given);
        List<String> words = new ArrayList<>(List.of("watch", "--sections", given.toString(), "-o", folder.toString()));
        words.addAll(options);
        words.add("--");
        words.addAll(command);
        int exit = new Main(console).run(words.toArray(new String[0]));
        if (exit != ExitCode.CLEAN && exit != ExitCode.FINDINGS) {
            throw new UserError(exit, "Run " + number + " could not be watched, so nothing was refined.");
        }
        return new SectionRefinement.Run(log(folder.resolve("trace")), verdicts.isGood(folder));
    }

    /** Of all JVMs that the run started. */
    private static SectionLog log(Path folder) throws IOException {
        Set<Branch> seen = new HashSet<>();
        List<Violation> violations = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each :
                    files.filter(path -> path.toString().endsWith(".sections")).toList()) {
                SectionLog log = SectionLog.read(each);
                seen.addAll(log.seen());
                violations.addAll(log.violations());
            }
        }
        return new SectionLog(seen, violations);
    }
}
