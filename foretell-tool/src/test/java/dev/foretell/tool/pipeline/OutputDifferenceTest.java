// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputDifferenceTest {
    @Test
    void linesAreQuotedWithoutColours() {
        OutputDifference difference =
                new OutputDifference("\u001b[1;31m[ERROR]\u001b[m 1 failed", "\u001b[0m\u001b[0m");
        assertThat(difference.describe()).isEqualTo("'[ERROR] 1 failed' instead of ''");
    }

    @Test
    void otherEscapeSequencesStay() {
        assertThat(OutputDifference.quote("\u001b[2J")).isEqualTo("'\u001b[2J'");
    }

    @Test
    void bytesAreShownAsUtf8() {
        String bytes = new String("größer".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(OutputDifference.quote(bytes)).isEqualTo("'größer'");
    }
}
