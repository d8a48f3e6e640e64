// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Garbled model files are refused with a message that names the file, the same ones in every build. */
class ModelFuzzTest {
    private static final int TRIES = 2000;

    private static final List<String> PIECES = List.of(
            "|", "()", "(", ")", ",", "#", "type", "\n", "\r", "\t", "\0", "*", "arg0", "arg9", "this.", "\u202e");

    @TempDir
    private Path folder;

    @Test
    void refusesGarbledModels() throws IOException {
        Random random = new Random(42);
        for (int i = 0; i < TRIES; i++) {
            byte[] input = garbled(random);
            try {
                ModelFuzz.read(input, folder);
            } catch (RuntimeException | Error e) {
                fail("fails on " + Arrays.toString(input), e);
            }
        }
    }

    private static byte[] garbled(Random random) {
        StringBuilder text = new StringBuilder(ModelFuzz.SEEDS.get(random.nextInt(ModelFuzz.SEEDS.size())));
        for (int left = 1 + random.nextInt(6); left > 0; left--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, text.substring(at, end));
                case 2 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                default -> text.insert(at, (char) random.nextInt(256));
            }
        }
        return text.toString().getBytes(random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    @Test
    void namesTheFileThatIsNoText() throws IOException {
        Path file = Files.write(folder.resolve("binary.model"), new byte[] {'t', 'y', (byte) 0xFF});
        assertThatThrownBy(() -> Models.load(List.of(file)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("binary.model:1:3: ");
    }
}
