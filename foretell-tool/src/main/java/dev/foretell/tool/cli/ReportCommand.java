// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes the reports again, with other options of what to show or what fails. */
@Command(
        name = "report",
        description = "Writes the reports of an earlier session again.",
        sortOptions = false,
        footer = {"", "Example:", "  foretell report --show-refuted foretell-out"})
final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Output folder of an earlier session.")
    private Path folder;

    @Mixin
    private CopyOption copy = new CopyOption();

    @Mixin
    private PredictionReportOptions reporting = new PredictionReportOptions();

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        Session session = OutputFolder.open(folder).load();
        if (session.analysis() == null) {
            throw UserError.usage("The session in " + folder + " has not been analysed yet. Run 'foretell analyze "
                    + folder + "' first.");
        }
        SessionRunner job = SessionRunner.open(console, folder, copy.out, reporting.json, null, false);
        return reporting.report(console, job.folder().load(), job.folder());
    }
}
