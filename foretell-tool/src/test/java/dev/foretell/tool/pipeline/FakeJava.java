// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Stands in for a JVM with the director in it: a script called {@code java} that finds its folder as the agent would,
 * from the options it is given, and then does what its test wants.
 */
final class FakeJava {
    private FakeJava() {}

    /** {@code $dir} is the run's folder, {@code $clip} its clip. */
    static Path script(Path folder, String body) throws IOException {
        Path script = folder.resolve("java");
        Files.writeString(script, """
                #!/bin/sh
                for option; do
                  case $option in -javaagent:*) options=${option#*=}; break ;; esac
                done
                dir=$(sed -n 's/^directory=//p' "$options")
                clip=$(sed -n 's/^clip=//p' "$options")
                """ + body);
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + script + " executable");
        }
        return script;
    }
}
