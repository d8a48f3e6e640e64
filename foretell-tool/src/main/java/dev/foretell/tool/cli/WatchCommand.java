// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.trace.options.WatchOptions;
import dev.foretell.trace.section.SectionException;
import dev.foretell.trace.section.SectionFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks for races while the program runs. */
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
            "A race is told when two threads were seen to be at the same variable at the same time, so every one is",
            "real; what is not seen may still be there. The report is written when the program ends, or when you end",
            "it (Ctrl-C, SIGTERM); to have one now, create a file 'report-now' in the output folder."
        })
final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--include",
            paramLabel = "GLOB",
            split = ",",
            description = "Look only into these classes: com.acme.*, or com.acme.** with sub-packages.")
    private List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            split = ",",
            description = "Leave these classes alone; wins over --include.")
    private List<String> exclude = List.of();

    @Option(
            names = "--sections",
            paramLabel = "FILE",
            description = "Report also when an atomic section of this file is broken, see docs/sections.md.")
    private Path sections;

    @Option(
            names = "--heal",
            paramLabel = "HOW",
            description = "Keep the atomic sections from being broken: yield, sleep, priority, or lock"
                    + " (only where the sections file says that it is safe).")
    private WatchOptions.Heal heal = WatchOptions.Heal.NONE;

    @Option(
            names = "--budget",
            paramLabel = "N%",
            description = "Take no more than this much CPU time on top of the program's: busy classes are then"
                    + " looked at only part of the time.")
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
        WatchOptions guard =
                noise.options().withSections(readable(sections)).withHeal(heal).withBudget(percent());
        if (heal != WatchOptions.Heal.NONE && sections == null) {
            throw UserError.usage("--heal needs to know what is to be atomic: give --sections FILE.");
        }
        SessionRunner job = SessionRunner.create(console, output.out, reporting.json, null);
        InstrumentationScope scope = new InstrumentationScope(include, exclude, List.of(), InstrumentationScope.LOCKS);
        Session session = job.watch(command, scope, guard, reporting);
        return reporting.report(console, session, job.folder());
    }

    private int percent() {
        if (budget.isEmpty()) {
            return 0;
        }
        int percent = budget.matches("\\d{1,4}%?") ? Integer.parseInt(budget.replace("%", "")) : 0;
        if (percent == 0) {
            throw UserError.usage("--budget must be a number of percent, like '20%', not '" + budget + "'.");
        }
        return percent;
    }

    /** A mistake is better known before the program runs. */
    private static Path readable(Path file) {
        try {
            if (file != null) {
                SectionFormat.read(file);
            }
            return file;
        } catch (SectionException e) {
            throw UserError.usage("--sections: " + e.getMessage());
        } catch (IOException e) {
            throw UserError.usage("--sections: " + file + " cannot be read.");
        }
    }
}
