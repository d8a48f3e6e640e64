// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import picocli.CommandLine.Option;

/** What every command has. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--debug-tool", hidden = true, description = "Show where Foretell itself failed.")
    private boolean debugTool;
}
