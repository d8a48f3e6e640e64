// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.tool.process.UserOracle;
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
            description = "Re-executions at the same time (default: one for each processor; one when files are"
                    + " compared or there is an --oracle).")
    private Integer jobs;

    @Option(names = "--keep-runs", description = "Keep the folder of every re-execution.")
    boolean keepRuns;

    @Option(
            names = "--oracle",
            paramLabel = "COMMAND",
            description =
                    "Run this after each run, in the program's directory; when it ends with another exit code than 0,"
                            + " the run was wrong. FORETELL_STDOUT, FORETELL_STDERR, FORETELL_EXIT and FORETELL_DIR"
                            + " describe the run.")
    private String oracle;

    /** Null when there is none. */
    UserOracle oracle() {
        return oracle == null ? null : new UserOracle(oracle);
    }

    int jobs() {
        if (jobs != null && jobs < 1) {
            throw UserError.usage("--jobs must be at least 1, not " + jobs + ".");
        }
        if (oracle != null) {
            return 1; // another run must not change the files that the oracle reads
        }
        return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    }
}
