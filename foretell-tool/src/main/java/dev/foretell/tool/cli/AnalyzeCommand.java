// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.pipeline.Session;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Predicts from a recorded trace; runs no program. */
@Command(
        name = "analyze",
        description = "Predicts bugs from a recorded or imported trace, without running anything.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell analyze night-run",
            "  foretell analyze --detect atomicity,asv,pattern --patterns my.patterns night-run"
        })
final class AnalyzeCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Output folder of an earlier session.")
    private Path folder;

    @Mixin
    private DetectOption detect = new DetectOption();

    @Option(
            names = "--trust",
            description = "Read source lines and expected runs that the session names, also of one that is not yours.")
    private boolean trust;

    @Mixin
    private TimeOption time = new TimeOption();

    @Mixin
    private CopyOption copy = new CopyOption();

    @Mixin
    private PredictionReportOptions reporting = new PredictionReportOptions();

    AnalyzeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        detect.check();
        SessionRunner job = SessionRunner.open(console, folder, copy.out, reporting.json, time.begin(), trust);
        Session session = job.predict(detect.in(job.load()), ExitCode.USAGE);
        return reporting.report(console, session, job.folder());
    }
}
