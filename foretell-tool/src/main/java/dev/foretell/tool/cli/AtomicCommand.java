// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The atomic sections whose violations {@code watch} detects. */
@Command(
        name = "atomic",
        description = "Finds the atomic sections of a program: code that no other thread should interleave with.",
        subcommands = {AtomicInferCommand.class, AtomicRefineCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Example:", "  foretell atomic infer app.jar -o app.sections"})
final class AtomicCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: infer or refine");
    }
}
