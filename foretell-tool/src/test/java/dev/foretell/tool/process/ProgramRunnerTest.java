// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.process.RunResult.End;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ProgramRunnerTest {
    @TempDir
    private Path folder;

    private final ProgramRunner runner = new ProgramRunner();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private RunResult shell(String script, ProgramInput input, Duration timeout, BooleanSupplier enough)
            throws Exception {
        return run(List.of("sh", "-c", script), input, timeout, enough);
    }

    private RunResult run(List<String> command, ProgramInput input, Duration timeout, BooleanSupplier enough)
            throws Exception {
        return runner.run(new RunRequest(
                AgentLaunch.plain(command),
                folder,
                folder,
                new RunRequest.Streams(input, out, err),
                new RunRequest.Limits(timeout, Duration.ofMillis(200), enough)));
    }

    private RunResult shell(String script) throws Exception {
        return shell(script, ProgramInput.NONE, Duration.ofMinutes(1), () -> false);
    }

    @Test
    void copiesBothStreamsByteForByteAndKeepsThem() throws Exception {
        RunResult result = shell("printf 'a\\000\\377\\nb'; printf 'oops' >&2; exit 7");
        byte[] expected = {'a', 0, (byte) 0xff, '\n', 'b'};
        assertThat(out.toByteArray()).isEqualTo(expected);
        assertThat(Files.readAllBytes(folder.resolve("stdout"))).isEqualTo(expected);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("oops");
        assertThat(Files.readString(folder.resolve("stderr"))).isEqualTo("oops");
        assertThat(result.exit()).isEqualTo(7);
        assertThat(result.end()).isEqualTo(End.ITSELF);
    }

    @Test
    void pipesStandardInputThroughAndKeepsItForTheNextRun() throws Exception {
        Path kept = folder.resolve("stdin");
        ByteArrayInputStream typed = new ByteArrayInputStream("hello\n".getBytes(StandardCharsets.UTF_8));
        shell("cat", ProgramInput.live(typed, kept), Duration.ofMinutes(1), () -> false);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("hello\n");
        shell("cat", ProgramInput.kept(kept), Duration.ofMinutes(1), () -> false);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("hello\nhello\n");
    }

    @Test
    void givesNothingToReadWhenThereIsNothing() throws Exception {
        assertThat(shell("cat; echo end").end()).isEqualTo(End.ITSELF);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("end\n");
    }

    private void awaitLine(String file) {
        try {
            while (!Files.exists(folder.resolve(file))
                    || !Files.readString(folder.resolve(file)).endsWith("\n")) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of a process that a script has written into a file. */
    private long child() throws IOException {
        return Long.parseLong(Files.readString(folder.resolve("child")).strip());
    }

    @Test
    void endsTheWholeTreeWhenTheWatchdogComes() throws Exception {
        RunResult result = shell(
                "trap '' TERM; sleep 300 & echo $! > child; sleep 300; sleep 300",
                ProgramInput.NONE,
                Duration.ofMillis(500),
                () -> {
                    awaitLine("child"); // the limit is checked after this
                    return false;
                });
        assertThat(result.end()).isEqualTo(End.TIMEOUT);
        long child = child();
        ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
        assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    @Test
    void stopsAsSoonAsTheRunHasShownEnough() throws Exception {
        RunResult result = shell(
                "touch seen; sleep 300",
                ProgramInput.NONE,
                Duration.ofMinutes(5),
                () -> Files.exists(folder.resolve("seen")));
        assertThat(result.end()).isEqualTo(End.ENOUGH);
    }

    @Test
    void stopsWhenTheUserInterrupts() throws Exception {
        runner.interrupt();
        RunResult result = shell("sleep 300");
        assertThat(result.end()).isEqualTo(End.INTERRUPTED);
    }

    @Test
    void doesNotWaitForWhatTheProgramLeavesBehind() throws Exception {
        RunResult result = shell("sleep 300 & echo $! > child; echo done");
        ProcessHandle left = ProcessHandle.of(child()).orElseThrow();
        try {
            assertThat(left.isAlive()).isTrue();
            assertThat(result.end()).isEqualTo(End.ITSELF);
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("done\n");
        } finally {
            left.destroyForcibly();
        }
    }

    @Test
    void reportsWhyAProgramCannotBeStarted() throws Exception {
        Path plain = Files.writeString(folder.resolve("plain"), "text");
        assertThatThrownBy(
                        () -> run(List.of("no-such-program-42"), ProgramInput.NONE, Duration.ofSeconds(9), () -> true))
                .isInstanceOfSatisfying(
                        UserError.class, e -> assertThat(e.exit()).isEqualTo(ExitCode.USAGE))
                .hasMessageContaining("'no-such-program-42'")
                .hasMessageContaining("no such program on the PATH");
        assertThatThrownBy(() -> run(List.of("./absent"), ProgramInput.NONE, Duration.ofSeconds(9), () -> true))
                .hasMessageContaining("there is no such file");
        assertThatThrownBy(() -> run(List.of(plain.toString()), ProgramInput.NONE, Duration.ofSeconds(9), () -> true))
                .hasMessageContaining("it is not an executable file");
    }
}
