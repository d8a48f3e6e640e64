// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.pipeline.OutputFolder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs a session on a small trace and discards the result. The launcher runs it after a build to make an archive of the
 * classes that a session loads, which saves a good part of a second at every start.
 */
@Command(name = "warm-up", hidden = true, description = "Prepares a faster start.")
final class WarmUpCommand implements Callable<Integer> {
    private static final String TRACE = """
            T1|fork(T2)|1
            T1|acq(A)|2
            T1|acq(B)|3
            T1|w(x)|4
            T1|rel(B)|5
            T1|rel(A)|6
            T2|acq(B)|7
            T2|acq(A)|8
            T2|rel(A)|9
            T2|rel(B)|10
            T2|r(x)|11
            """;

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("foretell-warm-up");
        Path text = Files.writeString(folder.resolve("trace.std"), TRACE);
        Path out = folder.resolve("out");
        try {
            run("trace", "import", text.toString(), "-o", out.toString());
            run("analyze", "--show-refuted", out.toString());
            run("report", out.toString());
            run("confirm", out.toString());
        } finally {
            OutputFolder.open(out).discard();
            Files.delete(text);
            Files.delete(folder);
        }
        return ExitCode.CLEAN;
    }

    private static void run(String... args) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        Console console =
                new Console(nowhere, nowhere, new ByteArrayInputStream(new byte[0]), false, false, "foretell");
        new Main(console).run(args);
    }
}
