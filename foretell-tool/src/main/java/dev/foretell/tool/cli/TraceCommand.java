package dev.foretell.tool.cli;

import picocli.CommandLine.Command;

/** Looks into traces. */
@Command(
        name = "trace",
        description = "Looks into traces.",
        subcommands = {},
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Example:", "  foretell trace info foretell-out"})
final class TraceCommand {}
