// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.AgentJar;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.tool.process.ProgramRunner;
import java.util.Optional;

/**
 * What every phase uses.
 *
 * @param runner starts programs and can end them all
 * @param agent the agent to put into them
 * @param progress receives the progress
 */
public record PhaseContext(ProgramRunner runner, AgentJar agent, ProgressListener progress) {
    /** With the agent in the cache when there is one, or else in the session's own folder. */
    public static PhaseContext open(
            ProgramRunner runner, Optional<CacheFolder> cache, OutputFolder folder, ProgressListener progress) {
        return new PhaseContext(runner, new AgentJar(cache, folder.record().toAbsolutePath()), progress);
    }
}
