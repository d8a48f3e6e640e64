// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.Clips;
import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ProgramRecording;
import dev.foretell.it.harness.Subject;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.io.RecordedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program cannot observe that it is recorded or directed: both outputs and the exit code are those of a plain run.
 */
@Execution(ExecutionMode.CONCURRENT)
class OddProgramsIT {
    static List<Subject> programs() {
        return Subject.in("dev.foretell.it.odd");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void programIsTheSameWhenWatched(Subject program) throws IOException {
        List<String> command = Foretell.program(program.className(), program.words("jvm"), program.words("args"));
        String input = program.setting("stdin", "").replace('|', '\n');
        Map<String, String> environment = new HashMap<>();
        for (String variable : program.words("env")) {
            environment.put(variable.split("=")[0], variable.split("=")[1]);
        }
        ChildProcess.Ended plain =
                new ChildProcess(command).input(input).environment(environment).run();
        assertThat(plain.exit())
                .as("exit code without Foretell\n%s", plain)
                .isEqualTo(Integer.parseInt(program.setting("exit", "0")));

        ProgramRecording recorded = ProgramRecording.of(program.toString(), command, input, environment);
        assertThat(recorded.run().out()).as("%s", recorded.run()).isEqualTo(plain.out());
        assertThat(recorded.programErr()).as("%s", recorded.run()).isEqualTo(plain.err());
        assertThat(recorded.run().err()).contains("program exit " + plain.exit() + ".");
        assertThat(recorded.trace().trace().size())
                .as("events\n%s", recorded.run())
                .isPositive();

        if (!program.setting("only", "").equals("record")) {
            directed(program, recorded, command, plain, environment);
        }
    }

    /** Runs the recorded schedule, which must be possible, and compares again. */
    private static void directed(
            Subject program,
            ProgramRecording recorded,
            List<String> command,
            ChildProcess.Ended plain,
            Map<String, String> environment)
            throws IOException {
        RecordedTrace trace = recorded.trace();
        Map<String, String> checksums = new HashMap<>();
        trace.classes().forEach((name, info) -> checksums.put(name, info.checksum()));
        Path clip = recorded.folder().resolve("clips/recorded.clip");
        ClipFormat.write(new Clips(trace.trace(), command, checksums).recorded(), clip);
        // Thousands of forced switches take their time on a busy machine.
        ChildProcess.Ended replay = Foretell.command("replay", clip.toString(), "--timeout", "2m")
                .environment(environment)
                .run();
        String followed = program.setting("schedule", "").isEmpty() ? "created 1 of 1\n" : "";
        assertThat(replay.out()).as("%s", replay).startsWith(plain.out() + followed);
        assertThat(ProgramRecording.withoutToolsLines(replay.err()))
                .as("%s", replay)
                .isEqualTo(plain.err());
    }
}
