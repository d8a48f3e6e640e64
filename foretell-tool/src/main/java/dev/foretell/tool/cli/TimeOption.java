// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.pipeline.Budget;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long the whole command may take. */
final class TimeOption {
    @Option(
            names = "--time",
            paramLabel = "TIME",
            description =
                    "Time for the whole session, shared by recording (at most half of it), analysis and re-executions"
                            + " (default: 30m). When it is over, the report lists what was not done. A time that you"
                            + " give is used up as long as predictions are left to try.")
    private Duration time;

    /** Begins now. */
    Budget begin() {
        return Budget.of(time);
    }
}
