// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceTest {
    private static final Evidence.FailedThread THROWN =
            new Evidence.FailedThread("main/0", "w\\orker ü", "a.E: one", List.of(), List.of("a.A.m(A.java:3)"));

    @TempDir
    private Path folder;

    private Evidence read(byte[] content) throws IOException {
        Files.write(folder.resolve(Evidence.FILE), content);
        return Evidence.read(folder);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void isNothingWithoutAFile() throws IOException {
        assertThat(Evidence.read(folder)).isEqualTo(Evidence.NONE);
        assertThat(read(new byte[0])).isEqualTo(Evidence.NONE);
    }

    /** The JVM may be killed in the middle of a line, and of a character. */
    @Test
    void readsWhatAKilledProgramHasWritten() throws IOException {
        String whole = Evidence.line(Evidence.THROWN, THROWN.text());
        byte[] twice = bytes(whole + whole);
        for (int end = bytes(whole).length; end < twice.length; end++) {
            assertThat(read(Arrays.copyOf(twice, end)).thrown()).containsExactly(THROWN);
        }
        assertThat(read(twice).thrown()).containsExactly(THROWN, THROWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"thrown", "thrown main\\nmain", "locked a", "stands", "stands 1", "stands a b", "stands 1 1e9"})
    void errorsNameAFileWithADamagedLine(String line) {
        assertThatThrownBy(() -> read(bytes(line + "\nfinal\n")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve(Evidence.FILE) + " is damaged: ");
    }

    @Test
    void errorsNameAFileThatIsNotText() {
        assertThatThrownBy(() -> read(new byte[] {'f', (byte) 0xFF, '\n'}))
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve(Evidence.FILE) + " is damaged: it is not UTF-8 text");
    }

    @Test
    void ignoresLinesOfLaterVersions() throws IOException {
        assertThat(read(bytes("colour blue\nfinal\n")).isFinal()).isTrue();
    }
}
