// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads traces published with papers and tools; runs only with {@code -Dforetell.traces=DIR}, see CONTRIBUTING.md. */
@Tag("published-traces")
class PublishedTextTracesTest {
    @Test
    void readsPublishedTraces() throws IOException {
        Path folder = Path.of(System.getProperty("foretell.traces", "")).toAbsolutePath();
        List<Path> traces;
        try (Stream<Path> files = Files.walk(folder)) {
            traces = files.filter(f -> f.toString().endsWith(".std")).toList();
        }
        assertThat(traces).as("traces in " + folder).isNotEmpty();
        for (Path file : traces) {
            Trace trace = TextTrace.parse(file, TextTrace.Option.REPAIR_THREAD_NAMES);
            assertThat(trace.size()).as(file.toString()).isPositive();
            assertThat(TextTrace.parse(TextTrace.format(trace)).size()).isEqualTo(trace.size());
        }
    }
}
