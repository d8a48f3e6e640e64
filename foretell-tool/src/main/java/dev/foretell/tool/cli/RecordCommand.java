// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.pipeline.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Records only; everything else can follow later. */
@Command(
        name = "record",
        description = "Runs a program once and records it, to be analysed later.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell record -o night-run -- java -cp target/classes com.acme.Main",
            "  foretell record -o night-run --regions methods -- java -cp target/classes com.acme.Main",
            "",
            "--include 'java.util.**' records inside the JDK's own collections, not each call as one step."
        })
final class RecordCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private RecordOptions recording = new RecordOptions();

    @Parameters(paramLabel = "-- COMMAND", description = "The program, as you would start it in a shell.")
    private List<String> command = List.of();

    RecordCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        recording.scope();
        SessionRunner.requireCommand(command);
        SessionRunner job = SessionRunner.create(console, output.out, false, null);
        Session session = job.record(command, recording, new DetectOption());
        Session.Recording result = session.recording();
        console.say(String.format(
                "foretell: recorded %d JVM%s in %.1f s, program exit %d. Next: %s analyze %s",
                result.jvms().size(),
                result.jvms().size() == 1 ? "" : "s",
                result.seconds(),
                result.exit(),
                console.launcher(),
                output.out));
        if (result.timedOut()) {
            console.say("foretell: The run was ended by the watchdog after " + recording.recordTimeout.toSeconds()
                    + " s; what was recorded until then is kept.");
        }
        return ExitCode.CLEAN;
    }
}
