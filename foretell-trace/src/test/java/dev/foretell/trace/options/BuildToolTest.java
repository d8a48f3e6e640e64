// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildToolTest {
    private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher test";
    private static final String BY_ENVIRONMENT = "-javaagent:/a.jar=/o";

    private static AgentOptions including(String... patterns) {
        return AgentOptions.NONE.with(AgentOptions.INCLUDE, List.of(patterns));
    }

    @Test
    void skipsABuildToolThatTheUsersCommandStarted() {
        assertThat(BuildTool.isLeftAlone(MAVEN, BY_ENVIRONMENT, "/o", including()))
                .isTrue();
    }

    @Test
    void recordsWhatTheUserNamed() {
        assertThat(BuildTool.isLeftAlone(MAVEN, null, "/o", including())).isFalse();
        assertThat(BuildTool.isLeftAlone(MAVEN, "-Xmx1g", "/o", including())).isFalse();
        assertThat(BuildTool.isLeftAlone(MAVEN, BY_ENVIRONMENT, "/o", including("com.acme.**")))
                .isFalse();
        assertThat(BuildTool.isLeftAlone("/t/surefirebooter-1.jar /t", BY_ENVIRONMENT, "/o", including()))
                .isFalse();
    }

    @Test
    void recordsThatOneWasLeftAlone(@TempDir Path traces) throws Exception {
        assertThat(BuildTool.marked(traces)).isEmpty();
        BuildTool.mark(traces.resolve("trace"));
        assertThat(BuildTool.marked(traces.resolve("trace"))).contains("build tool");
    }
}
