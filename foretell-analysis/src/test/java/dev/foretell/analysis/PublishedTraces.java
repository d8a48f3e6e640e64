// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Published traces, which are not part of the project: looked for in {@code ../shared/traces} beside it, or where the
 * system property {@code foretell.traces} says. Tests that want them are skipped where they are missing.
 */
final class PublishedTraces {
    private static final Path TAG = Path.of(System.getProperty("foretell.traces", "../../shared/traces"));

    private PublishedTraces() {}

    static Trace read(String name) throws IOException {
        return TextTrace.parse(file(name), TextTrace.Option.REPAIR_THREAD_NAMES);
    }

    static Path file(String name) {
        Path file = TAG.resolve(name);
        assumeTrue(Files.exists(file), "no trace of others at " + file.toAbsolutePath());
        return file;
    }
}
