// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ProgramRecording;
import dev.foretell.it.harness.RetryOnce;
import dev.foretell.trace.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a program ends, also with a full disk, its trace can be read and the program is not disturbed. */
class HardEndsIT {
    private static List<String> program(String name, String... jvmOptions) {
        return Foretell.program("dev.foretell.it." + name, List.of(jvmOptions), List.of());
    }

    @Test
    void killedProgramLeavesReadableTrace() throws Exception {
        Path folder = Foretell.folder("killed");
        Path out = folder.resolveSibling("killed.out");
        Path err = folder.resolveSibling("killed.err");
        List<String> command = new java.util.ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
        command.addAll(program("hard.Endless"));
        Process tool = Foretell.command(command).start(out, err);
        try {
            while (!Files.readString(out).contains("ready\nready")) {
                assertThat(tool.isAlive()).as("%s", Files.readString(err)).isTrue();
                assertThat(tool.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
            }
            assertThat(tool.children()).hasSize(1);
            tool.children().forEach(ProcessHandle::destroyForcibly);
            assertThat(tool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            tool.descendants().forEach(ProcessHandle::destroyForcibly);
            tool.destroyForcibly();
        }
        RunInfo run = new ProgramRecording(
                        folder, new ChildProcess.Ended(command, tool.exitValue(), "", Files.readString(err)))
                .trace()
                .trace()
                .run();
        assertThat(run.complete()).isFalse();
        assertThat(run.recordedEvents()).isGreaterThan(2 * 5000 * 4);
        ChildProcess.Ended analysis =
                Foretell.command("analyze", folder.toString()).run();
        assertThat(analysis.exit()).as("%s", analysis).isEqualTo(4);
        assertThat(analysis.out())
                .as("%s", analysis)
                .contains("Endless.unlocked", "The end of the recorded run is missing");
    }

    @Test
    void directedProgramEndsWithItsTool() throws Exception {
        Path folder = Foretell.folder("orphaned");
        List<String> command =
                new java.util.ArrayList<>(List.of("check", "--timeout", "12s", "-o", folder.toString(), "--"));
        command.addAll(program("fail.race.LostSignal"));
        RetryOnce.of("LostSignal", () -> {
            ChildProcess.Ended check = Foretell.command(command).run();
            assertThat(check.out()).as("%s", check).contains("the program did not end", "\"Thread-1\" WAITING");
        });
        // A program that would hang is ended at once, so it is one that is at work.
        List<String> replay = new java.util.ArrayList<>(List.of(
                "replay", "--timeout", "300s", folder.resolve("clips/R1.clip").toString(), "--"));
        replay.addAll(program("hard.Endless"));
        Process tool = Foretell.command(replay)
                .start(folder.resolveSibling("orphaned.out"), folder.resolveSibling("orphaned.err"));
        try {
            while (tool.children().findAny().isEmpty()) {
                assertThat(tool.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
            }
            ProcessHandle program = tool.children().findAny().orElseThrow();
            assertThatThrownBy(() -> program.onExit().get(4, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            tool.destroyForcibly();
            assertThat(program.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
        } finally {
            tool.descendants().forEach(ProcessHandle::destroyForcibly);
            tool.destroyForcibly();
        }
    }

    /** Also the second JVM of a script, which is started only after the tool was killed. */
    @ParameterizedTest
    @ValueSource(strings = {"record", "watch"})
    void programEndsWithTheToolThatIsKilled(String mode) throws Exception {
        Path folder = Foretell.folder("killed-tool-" + mode);
        Path out = folder.resolveSibling(folder.getFileName() + ".out");
        String java = String.join(" ", program("hard.Endless"));
        Process tool = Foretell.command(mode, "-o", folder.toString(), "--", "sh", "-c", java + "; " + java + "; true")
                .start(out, folder.resolveSibling(folder.getFileName() + ".err"));
        List<ProcessHandle> started = List.of();
        try {
            while (!Files.readString(out).contains("ready")) {
                assertThat(tool.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
            }
            started = tool.descendants().toList();
            assertThat(started).hasSize(2);
            tool.destroyForcibly();
            for (ProcessHandle each : started) {
                assertThat(each.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
            }
        } finally {
            tool.destroyForcibly();
            started.forEach(shell -> shell.descendants().forEach(ProcessHandle::destroyForcibly));
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void haltedProgramLeavesAllItDid() {
        ProgramRecording recorded = ProgramRecording.of("halted", program("odd.Halt"));
        assertThat(recorded.trace().trace().run().recordedEvents())
                .as("%s", recorded.run())
                .isGreaterThanOrEqualTo(2000);
    }

    @Test
    void stackOverflowsAreSurvived() {
        ProgramRecording recorded = ProgramRecording.of("overflow", program("odd.DeepRecursion"));
        RunInfo run = recorded.trace().trace().run();
        assertThat(run.complete()).as("%s", recorded.run()).isTrue();
        assertThat(run.recordedEvents()).isGreaterThan(300);
    }

    @Test
    void exhaustedMemoryIsSurvived() {
        ProgramRecording recorded =
                ProgramRecording.of("memory", program("odd.MemoryExhausted", "-Xmx48m", "-XX:+UseSerialGC"));
        RunInfo run = recorded.trace().trace().run();
        assertThat(run.complete()).as("%s", recorded.run()).isTrue();
        assertThat(run.recordedEvents()).isGreaterThan(500);
    }

    @Test
    void fileSizeLimitDoesNotDisturbTheProgram() {
        ChildProcess.Ended plain = new ChildProcess(program("hard.Voluble")).run();
        String script = "ulimit -f 2048; exec " + String.join(" ", program("hard.Voluble"));
        ProgramRecording recorded = ProgramRecording.of("limited", List.of("sh", "-c", script));
        assertThat(recorded.run().out()).as("%s", recorded.run()).isEqualTo(plain.out());
        assertThat(recorded.programErr()).as("%s", recorded.run()).isEqualTo(plain.err());
    }

    /** A disk of its own needs the right to mount one; where that is missing this test is skipped, with the reason. */
    @Test
    void fullDiskDoesNotDisturbTheProgram() {
        ChildProcess.Ended plain = new ChildProcess(program("hard.Voluble")).run();
        Path disk = Foretell.folder("small-disk");
        ChildProcess.Ended mount =
                new ChildProcess("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.toString()).run();
        assumeTrue(mount.exit() == 0, "no right to mount a small disk: " + mount.err());
        try {
            Path folder = disk.resolve("out");
            List<String> command = new java.util.ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
            command.addAll(program("hard.Voluble"));
            ProgramRecording recorded = new ProgramRecording(
                    folder, Foretell.command(command).environment(Map.of()).run());
            assertThat(recorded.run().out()).as("%s", recorded.run()).isEqualTo(plain.out());
            assertThat(recorded.programErr()).as("%s", recorded.run()).isEqualTo(plain.err());
        } finally {
            new ChildProcess("umount", disk.toString()).run();
        }
    }
}
