// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickCompilerTest {
    @Test
    void shortProgramRunsWithoutTheOptimisingCompiler() {
        assertThat(QuickCompiler.options(List.of("java", "-Xmx1g", "Main"), 0.3))
                .containsExactly("-XX:TieredStopAtLevel=1");
    }

    @Test
    void longProgramRunsAsTheUserStartedIt() {
        assertThat(QuickCompiler.options(List.of("java", "Main"), 30)).isEmpty();
    }

    @Test
    void scriptDecidesForItself() {
        assertThat(QuickCompiler.options(List.of("mvn", "test"), 0.3)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:-TieredCompilation",
                "-XX:TieredStopAtLevel=3",
                "-XX:CompilationMode=high-only",
                "-XX:+UseJVMCICompiler",
                "-Xint",
                "-Xcomp",
                "@options"
            })
    void choiceOfTheUserStays(String option) {
        assertThat(QuickCompiler.options(List.of("java", option, "Main"), 0.3)).isEmpty();
    }
}
