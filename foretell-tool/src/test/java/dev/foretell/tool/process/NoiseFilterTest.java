// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoiseFilterTest {
    private static final Map<String, String> NOISE = Map.of("warning: ours", "", "Picked up ours", "Picked up theirs");

    private static String filter(String text, int chunk) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (NoiseFilter filter = new NoiseFilter(out, NOISE)) {
            for (int i = 0; i < bytes.length; i += chunk) {
                filter.write(bytes, i, Math.min(chunk, bytes.length - i));
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void dropsWholeLinesThatAreNoiseHoweverTheyArrive() throws IOException {
        for (int chunk : new int[] {1, 2, 7, 1000}) {
            assertThat(filter("a\nwarning: ours\nb", chunk)).isEqualTo("a\nb");
        }
    }

    @Test
    void putsBackWhatWouldHaveStoodThere() throws IOException {
        assertThat(filter("Picked up ours\nx\n", 3)).isEqualTo("Picked up theirs\nx\n");
    }

    @Test
    void leavesLinesThatOnlyLookLikeNoise() throws IOException {
        String text = "warning: ours and more\n warning: ours\nwarning: our\nwarning: ours";
        assertThat(filter(text, 5)).isEqualTo(text);
    }

    @Test
    void survivesWindowsLineEndsAndEmptyLines() throws IOException {
        assertThat(filter("\r\n\nwarning: ours\r\nx\r\n", 1)).isEqualTo("\r\n\nx\r\n");
    }

    @Test
    void doesNotHoldBackAPromptWithoutLineBreak() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (NoiseFilter filter = new NoiseFilter(out, NOISE)) {
            filter.write("name? ".getBytes(StandardCharsets.UTF_8));
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("name? ");
        }
    }
}
