// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** The list of commands. */
@Command(
        name = "foretell",
        description = "Predicts concurrency bugs from one run of a Java program and makes each of them happen.",
        subcommands = {
            CheckCommand.class,
            DemoCommand.class,
            RecordCommand.class,
            AnalyzeCommand.class,
            ConfirmCommand.class,
            ReplayCommand.class,
            WatchCommand.class,
            ReportCommand.class,
            TraceCommand.class,
            AtomicCommand.class,
            WarmUpCommand.class,
            HelpCommand.class
        },
        versionProvider = ForetellCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with:  foretell demo",
            "Then:        foretell check -- java -cp CLASSES com.acme.Main ARGS",
            "",
            "Exit codes: 0 nothing found, 1 something found, 2 wrong use, 3 Foretell failed,",
            "4 the program failed by itself."
        })
final class ForetellCommand {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    /** The version, for {@code --version}. */
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Foretell " + Version.text()};
        }
    }
}
