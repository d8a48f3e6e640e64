// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.options.AgentOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModeRegistryTest {
    @TempDir
    private Path folder;

    @Test
    void createsTheModeThatTheOptionsName() {
        AgentMode mode = ModeRegistry.create(AgentOptions.of(AgentOptions.Mode.WATCH, folder));
        assertThat(mode.plan().groups()).containsExactly(ProbeGroup.ACCESS_END);
        mode.close();
    }

    @Test
    void refusesANameThatNoModeHas() {
        AgentOptions options = AgentOptions.of("dream", folder);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModeRegistry.create(options))
                .withMessage("the agent has no mode \"dream\"");
    }
}
