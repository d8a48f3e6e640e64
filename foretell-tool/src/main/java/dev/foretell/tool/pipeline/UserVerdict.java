// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The user's own judge of runs: a command that gets the output folder of a run as its last argument and reports with
 * its exit code whether the run was good.
 */
public final class UserVerdict {
    private final List<String> command;

    /** @param command its words, separated by blanks */
    public UserVerdict(String command) {
        this.command = List.of(command.trim().split("\\s+"));
    }

    /** Throws {@link UserError} when the judge cannot be run. */
    public boolean isGood(Path folder) throws InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.add(folder.toAbsolutePath().toString());
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("oracle.txt").toFile())
                    .start();
            process.getOutputStream().close();
            return process.waitFor() == 0;
        } catch (IOException e) {
            throw UserError.usage("--oracle: '" + command.get(0) + "' cannot be run (" + e.getMessage()
                    + "). Give a command that ends with exit code 0 when a run was good.");
        }
    }
}
