// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.SampleReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    @Test
    void otherFindingsAreNotThePlantedOnes() {
        assertThat(DemoCommand.foundAll(List.of())).isFalse();
        assertThat(DemoCommand.foundAll(List.of(SampleReport.race(), SampleReport.predicted())))
                .isFalse();
    }
}
