// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.canary.Canary;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.process.CacheFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Re-executes the predictions of an earlier session. */
@Command(
        name = "confirm",
        description = "Re-executes the program of an earlier session for each of its predictions.",
        sortOptions = false,
        footer = {"", "Example:", "  foretell confirm --jobs 4 night-run"})
final class ConfirmCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "Output folder of an earlier session.")
    private Path folder;

    @Parameters(
            index = "1..*",
            paramLabel = "-- COMMAND",
            description = "The session's command, when it was recorded by another user.")
    private List<String> command = List.of();

    @Option(names = "--trust", description = "Run the session's command, also when another user recorded it.")
    private boolean trust;

    @Mixin
    private ConfirmOptions confirming = new ConfirmOptions();

    @Mixin
    private TimeOption time = new TimeOption();

    @Mixin
    private CopyOption copy = new CopyOption();

    @Mixin
    private PredictionReportOptions reporting = new PredictionReportOptions();

    ConfirmCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        confirming.jobs();
        OutputFolder named = OutputFolder.open(folder);
        TrustedCommand.require(named.load(), named, CacheFolder.open(), command, trust);
        SessionRunner job = SessionRunner.open(console, folder, copy.out, reporting.json, time.begin(), trust);
        TrustedCommand allowed = job.allowed(job.load(), command, trust);
        Session session = allowed.session();
        FutureTask<Canary.Result> canary = job.startCanary(session.command());
        if (session.analysis() == null) {
            session = job.predict(session, ExitCode.USAGE);
        }
        session = job.withCanary(session, canary);
        session = job.confirm(session, allowed.input(), confirming);
        return reporting.report(console, session, job.folder());
    }
}
