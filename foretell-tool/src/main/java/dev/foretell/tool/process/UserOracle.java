// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import dev.foretell.tool.UserError;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The user's own check of a run: a shell command that is run in the program's working directory after the program has
 * ended, and whose exit code is 0 when the run was good. {@code FORETELL_STDOUT} and {@code FORETELL_STDERR} name the
 * files with what the program printed, {@code FORETELL_EXIT} is its exit code, {@code FORETELL_DIR} the folder of the
 * run.
 */
public final class UserOracle {
    private static final String VERDICT = "oracle";
    private static final String OUTPUT = "oracle.txt";
    private static final long SECONDS = 60;
    private static final int SHOWN = 120;

    private final String command;

    public UserOracle(String command) {
        this.command = command;
    }

    /** Checks a run, and writes the verdict into the folder with its output. */
    public void check(Path folder, Path directory, int exit) throws IOException, InterruptedException {
        Path keep = folder.toAbsolutePath();
        File output = keep.resolve(OUTPUT).toFile();
        boolean windows = File.separatorChar == '\\';
        ProcessBuilder builder = new ProcessBuilder(
                        windows ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().put("FORETELL_STDOUT", keep.resolve("stdout").toString());
        builder.environment().put("FORETELL_STDERR", keep.resolve("stderr").toString());
        builder.environment().put("FORETELL_EXIT", Integer.toString(exit));
        builder.environment().put("FORETELL_DIR", keep.toString());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw UserError.usage("--oracle: no shell can be started for it (" + e.getMessage() + ").");
        }
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            String verdict = ended ? Integer.toString(process.exitValue()) : "none after " + SECONDS + " s";
            Files.writeString(keep.resolve(VERDICT), verdict);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** What was wrong with a run; empty when it was good, or not checked. */
    public static Optional<String> complaint(Path folder) {
        return verdict(folder)
                .filter(verdict -> !verdict.equals("0"))
                .map(verdict -> firstLine(folder)
                        .map(line -> "'" + line + "' (exit code " + verdict + ")")
                        .orElse("exit code " + verdict));
    }

    /** Whether a run was checked and good. */
    public static boolean accepted(Path folder) {
        return verdict(folder).filter("0"::equals).isPresent();
    }

    private static Optional<String> verdict(Path folder) {
        try {
            return Optional.of(Files.readString(folder.resolve(VERDICT)));
        } catch (IOException e) {
            return Optional.empty(); // not checked
        }
    }

    private static Optional<String> firstLine(Path folder) {
        try {
            String text = new String(Files.readAllBytes(folder.resolve(OUTPUT)), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
