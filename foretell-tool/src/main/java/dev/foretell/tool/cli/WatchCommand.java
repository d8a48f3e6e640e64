// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.section.SectionFormat;
import dev.foretell.trace.words.SyntaxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Detects races while the program runs. */
@Command(
        name = "watch",
        description = "Runs a program and reports each data race at the moment it is seen.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell watch --include 'com.acme.**' -- java -cp target/classes com.acme.Server",
            "  foretell watch --noise random:50:10ms -- java -jar app.jar",
            "  foretell watch --sections app.sections -- java -jar app.jar",
            "  foretell watch --sections app.sections --heal lock -- java -jar app.jar",
            "  foretell watch --budget 20%% -- java -jar app.jar",
            "  foretell watch --focus foretell-out -o watched -- java -jar app.jar",
            "",
            "A race is reported when two threads access the same variable at the same time, so every report is real;"
                    + " races that do not happen in this run are not reported. The report is written when the program"
                    + " ends, or when you end it (Ctrl-C, SIGTERM); to have one now, create a file 'report-now' in the"
                    + " output folder."
        })
final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private ClassOptions classes = new ClassOptions();

    @Option(
            names = "--sections",
            paramLabel = "FILE",
            description = "Report also violations of the atomic sections in this file, see docs/sections.md.")
    private Path sections;

    @Option(
            names = "--heal",
            paramLabel = "HOW",
            description = "Prevent violations of the atomic sections: yield, sleep, priority, or lock"
                    + " (only where the sections file marks it as safe).")
    private WatchOptions.Heal heal = WatchOptions.Heal.NONE;

    @Option(
            names = "--budget",
            paramLabel = "N%",
            description = "Take no more than this much CPU time on top of the program's: busy classes are then"
                    + " watched only part of the time.")
    private String budget = "";

    @Mixin
    private NoiseOptions noise = new NoiseOptions();

    @Mixin
    private ReportOptions reporting = new ReportOptions();

    @Parameters(paramLabel = "-- COMMAND", description = "The program, as you would start it in a shell.")
    private List<String> command = List.of();

    WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        SessionRunner.requireCommand(command);
        AgentOptions options = noise.options()
                .with(WatchOptions.SECTIONS, readable(sections))
                .with(WatchOptions.HEAL, heal)
                .with(WatchOptions.BUDGET, percent());
        if (heal != WatchOptions.Heal.NONE && sections == null) {
            throw UserError.usage("--heal needs atomic sections: give --sections FILE.");
        }
        SessionRunner job = SessionRunner.create(console, output.out, reporting.json, null);
        InstrumentationScope scope =
                new InstrumentationScope(classes.include, classes.exclude, List.of(), InstrumentationScope.LOCKS);
        Session session = job.watch(command, scope, options, reporting);
        return reporting.report(console, session, job.folder());
    }

    private long percent() {
        if (budget.isEmpty()) {
            return 0;
        }
        int percent = budget.matches("\\d{1,4}%?") ? Integer.parseInt(budget.replace("%", "")) : 0;
        if (percent == 0) {
            throw UserError.usage("--budget must be a number of percent, like '20%', not '" + budget + "'.");
        }
        return percent;
    }

    /** Reports a wrong file before the program runs. */
    private static Path readable(Path file) {
        try {
            if (file != null) {
                SectionFormat.read(file);
            }
            return file;
        } catch (SyntaxException e) {
            throw UserError.usage("--sections: " + e.getMessage());
        } catch (IOException e) {
            throw UserError.usage("--sections: " + file + " cannot be read.");
        }
    }
}
