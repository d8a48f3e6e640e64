// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Traces published with papers and tools, which are not part of the project. Tests that read them carry the tag
 * {@link #TAG} and run only with {@code -Dforetell.traces=DIR}, see CONTRIBUTING.md; a missing file fails the test.
 */
final class PublishedTraces {
    static final String TAG = "published-traces";

    private PublishedTraces() {}

    static Trace read(String name) throws IOException {
        String folder = System.getProperty("foretell.traces", "");
        Path file = Path.of(folder, name).toAbsolutePath();
        if (folder.isEmpty() || !Files.exists(file)) {
            throw new FileNotFoundException(
                    "the published trace " + file + " does not exist; -Dforetell.traces must name its folder");
        }
        return TextTrace.parse(file, TextTrace.Option.REPAIR_THREAD_NAMES);
    }

    static List<Prediction> witnessed(AnalysisResult result) {
        return result.predictions().stream()
                .filter(p -> p.verdict() == Prediction.Verdict.WITNESSED)
                .toList();
    }
}
