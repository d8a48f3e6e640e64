package dev.foretell.tool.cli;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** What to record and for how long. */
final class RecordOptions {
    @Option(
            names = "--include",
            paramLabel = "GLOB",
            split = ",",
            description = "Look only into these classes: com.acme.*, or com.acme.** with sub-packages.")
    List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            split = ",",
            description = "Leave these classes alone; wins over --include.")
    List<String> exclude = List.of();

    @Option(
            names = "--record-timeout",
            paramLabel = "TIME",
            defaultValue = "15m",
            description = "End the recorded run after this time (default: ${DEFAULT-VALUE}).")
    Duration recordTimeout;
}
