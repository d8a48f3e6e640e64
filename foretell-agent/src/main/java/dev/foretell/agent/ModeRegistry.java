// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import dev.foretell.agent.direct.Director;
import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.record.Recorder;
import dev.foretell.agent.watch.Watcher;
import dev.foretell.trace.options.AgentOptions;

/** The agent's modes by the value of the option {@code mode}. A new mode is a package and one line here. */
final class ModeRegistry {
    private ModeRegistry() {}

    static AgentMode create(AgentOptions options) {
        String name = options.get(AgentOptions.MODE);
        return switch (name) {
            case AgentOptions.Mode.RECORD -> new Recorder(options);
            case AgentOptions.Mode.DIRECT -> new Director(options);
            case AgentOptions.Mode.WATCH -> new Watcher(options);
            default -> throw new IllegalArgumentException("the agent has no mode \"" + name + "\"");
        };
    }
}
