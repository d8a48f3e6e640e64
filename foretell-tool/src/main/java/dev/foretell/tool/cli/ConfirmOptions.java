package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How to re-execute. */
final class ConfirmOptions {
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "End a re-execution after this time (default: five times the recorded run, at least 10s).")
    Duration timeout;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Re-executions at the same time (default: one for each processor).")
    private Integer jobs;

    @Option(names = "--keep-runs", description = "Keep the folder of every re-execution.")
    boolean keepRuns;

    int jobs() {
        if (jobs != null && jobs < 1) {
            throw UserError.usage("--jobs must be at least 1, not " + jobs + ".");
        }
        return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    }
}
