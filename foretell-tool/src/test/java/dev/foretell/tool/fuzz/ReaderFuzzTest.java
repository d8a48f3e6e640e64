// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.fuzz;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads garbled files. The same ones in every build; with {@code -Dforetell.fuzz.seconds=N} others, for N seconds for
 * each kind of file.
 */
class ReaderFuzzTest {
    private static final int TRIES = 400;

    @ParameterizedTest
    @EnumSource
    void readsItsSeeds(FuzzTarget target, @TempDir Path scratch) throws Exception {
        for (byte[] seed : target.seeds()) {
            target.read(seed, scratch);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void refusesGarbledFiles(FuzzTarget target, @TempDir Path scratch) throws Exception {
        long seconds = Long.getLong("foretell.fuzz.seconds", 0);
        Mutator mutator = new Mutator(seconds == 0 ? 42 : new Random().nextLong(), target.seeds());
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        long tries = 0;
        while (seconds == 0 ? tries < TRIES : System.nanoTime() < end) {
            byte[] input = mutator.next();
            tries++;
            try {
                target.run(input, scratch);
            } catch (RuntimeException | Error e) {
                Path kept = Files.write(Files.createTempFile("foretell-fuzz-" + target, ".bin"), input);
                fail(target + " fails on " + kept, e);
            }
        }
        if (seconds > 0) {
            System.out.println(target + ": " + tries + " garbled files in " + seconds + " s");
        }
    }
}
