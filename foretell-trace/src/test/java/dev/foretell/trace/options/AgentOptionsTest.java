// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentOptionsTest {
    private static AgentOptions options(Path folder, String program) {
        return new AgentOptions(
                AgentOptions.Mode.DIRECT,
                folder,
                List.of("com.acme.**"),
                List.of(),
                folder.resolve("R 1.clip"),
                500,
                program);
    }

    @Test
    void survivesTheWayThroughItsFile(@TempDir Path folder) throws IOException {
        AgentOptions options = options(folder.resolve("a folder = with\ttricky name"), "com.acme.Main --day #");
        Path file = folder.resolve("agent.properties");
        options.write(file);
        assertThat(AgentOptions.read(file)).isEqualTo(options);
        AgentOptions atomic = options.withRegions(
                List.of("com.acme.Bank.transfer", "com.acme.**.*Service.*"), AgentOptions.Regions.METHODS);
        atomic.write(file);
        assertThat(AgentOptions.read(file)).isEqualTo(atomic).isNotEqualTo(options);
        AgentOptions fed = atomic.withInputs(folder.resolve("inputs"));
        fed.write(file);
        assertThat(AgentOptions.read(file)).isEqualTo(fed).isNotEqualTo(atomic);
        AgentOptions free = fed.withOwner(Owner.NONE);
        free.write(file);
        assertThat(AgentOptions.read(file)).isEqualTo(free).isNotEqualTo(fed);
    }

    @Test
    void concernsEveryJvmWhenNoProgramIsNamed(@TempDir Path folder) {
        assertThat(options(folder, "").concerns("anything at all")).isTrue();
    }

    @Test
    void concernsTheSameProgramWhateverNumbersItCarries(@TempDir Path folder) {
        String program = AgentOptions.programOf("/t/booter-20261115_3.jar /t run7");
        assertThat(program).isEqualTo("/t/booter-#_#.jar /t run#");
        assertThat(options(folder, program).concerns("/t/booter-20270101_1.jar /t run8"))
                .isTrue();
        assertThat(options(folder, program).concerns("org.acme.Launcher")).isFalse();
    }
}
