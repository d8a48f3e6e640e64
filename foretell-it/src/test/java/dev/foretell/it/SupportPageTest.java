// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.SubjectCode;
import dev.foretell.it.harness.SupportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/support.md} matches the models and the subjects. {@code -Dforetell.support.write=true} writes it anew.
 */
class SupportPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void pageIsUpToDate() throws IOException {
        Path file = ROOT.resolve("docs/support.md");
        SupportPage page =
                new SupportPage(SupportPage.models(ROOT), SubjectCode.in(ROOT.resolve("foretell-it/target/classes")));
        String text = page.text();
        assertThat(text).contains("| CountDownLatch | ", "| ArrayList | ");
        if (Boolean.getBoolean("foretell.support.write")) {
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file))
                .as("docs/support.md is out of date; -Dforetell.support.write=true writes it anew")
                .isEqualTo(text);
    }
}
