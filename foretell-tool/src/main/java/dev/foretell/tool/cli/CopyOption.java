// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where to work instead of in the session's own folder. */
final class CopyOption {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Work on a copy in this folder; needed for a session that another user made.")
    Path out;
}
