// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows, exports and imports traces. */
@Command(
        name = "trace",
        description = "Shows traces, and exchanges them with other tools.",
        subcommands = {
            TraceInfoCommand.class,
            TraceDumpCommand.class,
            TraceExportCommand.class,
            TraceImportCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Example:", "  foretell trace info foretell-out"})
final class TraceCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: info, dump, export or import");
    }
}
