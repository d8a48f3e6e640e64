// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class DurationsTest {
    @Test
    void readsWhatPeopleWrite() {
        assertThat(Durations.parse("30")).isEqualTo(Duration.ofSeconds(30));
        assertThat(Durations.parse("30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Durations.parse("1h")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void refusesTheRest() {
        for (String text : new String[] {"", "0", "-1s", "1.5s", "soon", "10 s", "99999999999h"}) {
            assertThatThrownBy(() -> Durations.parse(text)).as(text).isInstanceOf(TypeConversionException.class);
        }
    }
}
