// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a session lives. */
final class OutputOption {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            defaultValue = "foretell-out",
            description = "Output folder (default: ${DEFAULT-VALUE}).")
    Path out;
}
