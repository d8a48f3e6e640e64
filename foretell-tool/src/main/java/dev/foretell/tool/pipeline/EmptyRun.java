// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.trace.options.BuildTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The reason why the agent wrote nothing in a run. */
final class EmptyRun {
    private EmptyRun() {}

    /**
     * The error to report.
     *
     * @param done what the agent was to do, {@code recorded} or {@code watched}
     * @param isJava whether the command itself is a JVM
     */
    static UserError error(String done, OutputFolder folder, Session.Recording run, boolean isJava) throws IOException {
        Path failure = folder.traces().resolve("agent-failed");
        if (Files.exists(failure)) {
            String sentence = Files.readString(failure).lines().findFirst().orElse("the agent cannot start");
            return UserError.tool("Nothing was " + done + ": " + sentence + ". See docs/troubleshooting.md.");
        }
        if (run.interrupted()) {
            return UserError.tool("Interrupted before anything was " + done + ".");
        }
        if (run.exit() != 0) {
            return UserError.program("The program ended with exit code " + run.exit() + " before anything could be "
                    + done + ". Make the command run by itself first; its own output is in " + folder.record() + ".");
        }
        if (!BuildTool.marked(folder.traces()).isEmpty()) {
            return UserError.tool("Nothing was " + done + ": only the JVM of the build tool ran, which is left alone."
                    + " If your tests run inside of it, name your classes with --include, like --include"
                    + " 'com.acme.**'.");
        }
        return UserError.tool(
                isJava
                        ? "The program ran, but Foretell's agent left no trace in " + folder.traces()
                                + ". If the command starts no program (like 'java -version'), name one."
                        : "The command started no JVM that Foretell could see, so nothing was " + done
                                + ". Put a 'java' command, or something that starts one, after '--'.");
    }
}
