// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureTest {
    @TempDir
    private Path folder;

    private String fingerprint(String text) throws IOException {
        try (Capture capture = new Capture(folder.resolve("x"))) {
            capture.write(text.getBytes(StandardCharsets.UTF_8));
            return capture.fingerprint();
        }
    }

    @Test
    void takesTheSameLinesInAnotherOrderForTheSame() throws IOException {
        assertThat(fingerprint("a\nb\nb\n")).isEqualTo(fingerprint("b\na\nb\n"));
    }

    @Test
    void distinguishesOtherLines() throws IOException {
        assertThat(fingerprint("a\nb\n"))
                .isNotEqualTo(fingerprint("a\nc\n"))
                .isNotEqualTo(fingerprint("a\nb\nb\n"))
                .isNotEqualTo(fingerprint("ab\n"))
                .isNotEqualTo(fingerprint(""));
    }

    @Test
    void countsALastLineWithoutLineBreak() throws IOException {
        assertThat(fingerprint("a\nb")).isEqualTo(fingerprint("a\nb\n"));
    }

    @Test
    void keepsNoMoreThanTheLimitButSumsUpEverything() throws IOException {
        Path file = folder.resolve("limited");
        try (Capture capture = new Capture(file, 3)) {
            capture.write("ab\ncd\n".getBytes(StandardCharsets.UTF_8));
            assertThat(capture.fingerprint()).isEqualTo(fingerprint("ab\ncd\n"));
        }
        assertThat(Files.readString(file)).isEqualTo("ab\n");
    }
}
