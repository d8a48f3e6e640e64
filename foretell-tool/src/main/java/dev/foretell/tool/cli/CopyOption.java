// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A folder to work in instead of the session's own. */
final class CopyOption {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Work on a copy in this folder; needed for a session that another user made.")
    Path out;
}
