// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentLaunchTest {
    private static final Path AGENT = Path.of("/cache/agent.jar");
    private static final Path OPTIONS = Path.of("/out/agent.properties");

    @Test
    void putsTheAgentRightAfterJava() {
        AgentLaunch launch = AgentLaunch.of(
                List.of("/opt/jdk/bin/java", "-Xmx1g", "-jar", "a.jar"), AGENT, OPTIONS, List.of(), null);
        assertThat(launch.command())
                .containsExactly(
                        "/opt/jdk/bin/java",
                        "-javaagent:/cache/agent.jar=/out/agent.properties",
                        "-Xmx1g",
                        "-jar",
                        "a.jar");
        assertThat(launch.environment()).isEmpty();
    }

    @Test
    void knowsJavaByItsNameOnEverySystem() {
        assertThat(AgentLaunch.isJava(List.of("java"))).isTrue();
        assertThat(AgentLaunch.isJava(List.of("C:\\jdk\\bin\\JAVA.EXE"))).isTrue();
        assertThat(AgentLaunch.isJava(List.of("./java-wrapper.sh"))).isFalse();
        assertThat(AgentLaunch.isJava(List.of("javaw-like"))).isFalse();
    }

    @Test
    void passesTheAgentThroughTheEnvironmentToAnythingElse() {
        AgentLaunch launch = AgentLaunch.of(List.of("mvn", "test"), AGENT, OPTIONS, List.of(), null);
        assertThat(launch.command()).containsExactly("mvn", "test");
        assertThat(launch.environment())
                .containsEntry("JAVA_TOOL_OPTIONS", "-javaagent:/cache/agent.jar=/out/agent.properties");
        assertThat(launch.noise())
                .containsEntry("Picked up JAVA_TOOL_OPTIONS: -javaagent:/cache/agent.jar=/out/agent.properties", "");
    }

    @Test
    void keepsWhatTheUserHadInTheVariableAndRestoresItsAnnouncement() {
        AgentLaunch launch = AgentLaunch.of(List.of("./run"), AGENT, OPTIONS, List.of(), "-Dx=1");
        String value = launch.environment().get("JAVA_TOOL_OPTIONS");
        assertThat(value).isEqualTo("-Dx=1 -javaagent:/cache/agent.jar=/out/agent.properties");
        assertThat(launch.noise())
                .containsEntry("Picked up JAVA_TOOL_OPTIONS: " + value, "Picked up JAVA_TOOL_OPTIONS: -Dx=1");
    }

    @Test
    void quotesPathsAsTheJvmUnquotesThem() {
        AgentLaunch launch = AgentLaunch.of(List.of("./run"), Path.of("/my cache/it's.jar"), OPTIONS, List.of(), null);
        assertThat(launch.environment().get("JAVA_TOOL_OPTIONS"))
                .isEqualTo("-javaagent:/my\" \"cache/it\"'\"s.jar=/out/agent.properties");
    }
}
