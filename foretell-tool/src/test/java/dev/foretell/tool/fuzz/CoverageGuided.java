// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Where a coverage-guided fuzzer enters: the first byte of an input chooses the kind of file, or
 * {@code -Dforetell.fuzz.kind} does. {@code foretell-tool/fuzz} runs it; {@code main} writes the seeds into a folder.
 */
public final class CoverageGuided {
    private static final List<FuzzTarget> TARGETS = targets(System.getProperty("foretell.fuzz.kind", ""));
    private static Path scratch;

    private CoverageGuided() {}

    private static List<FuzzTarget> targets(String kind) {
        return kind.isEmpty() ? List.of(FuzzTarget.values()) : List.of(FuzzTarget.valueOf(kind));
    }

    /** Called by the fuzzer, by this name. */
    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (scratch == null) {
            scratch = Files.createTempDirectory("foretell-fuzz");
        }
        if (data.length > 0) {
            TARGETS.get((data[0] & 0xFF) % TARGETS.size()).run(Arrays.copyOfRange(data, 1, data.length), scratch);
        }
    }

    public static void main(String[] args) throws IOException {
        Path corpus = Files.createDirectories(Path.of(args[0]));
        for (FuzzTarget target : TARGETS) {
            int number = 0;
            for (byte[] seed : target.seeds()) {
                byte[] input = new byte[seed.length + 1];
                input[0] = (byte) TARGETS.indexOf(target);
                System.arraycopy(seed, 0, input, 1, seed.length);
                Files.write(corpus.resolve(target + "-" + number++), input);
            }
        }
    }
}
