// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Two threads increment in a loop, one with a lock and one without. Each read reads from the last write, which orders
 * almost all accesses: only those at a change of threads can race, and for the detector these are equivalent to the
 * rest of the loop.
 */
class TightLoopsTest {
    /**
     * Both loops begin and end far from the change of threads; a first read of the counter orders even their
     * beginnings.
     */
    private static String turns(int rounds) {
        StringBuilder text = new StringBuilder();
        for (int turn = 0; turn < 9; turn++) {
            String once = turn % 2 == 0 ? "A|acq(l)|1\nA|r(x)|2\nA|w(x)|3\nA|rel(l)|4\n" : "B|r(x)|12\nB|w(x)|13\n";
            text.append(turn == 1 ? "B|r(x)|11\n" : "").append(once.repeat(rounds));
        }
        return text.toString();
    }

    @Test
    void aRaceAtASwitchInTheMiddleOfTheLoopsIsFound() throws IOException {
        Trace trace = TextTrace.parse(turns(500));
        AnalysisResult result = new Analyzer(Set.of("race")).analyze(trace);
        List<List<Integer>> witnessed = result.predictions().stream()
                .filter(p -> p.verdict() == Prediction.Verdict.WITNESSED)
                .map(p -> p.candidate().events().stream()
                        .map(e -> trace.site(trace.siteOf(e)).line())
                        .sorted()
                        .toList())
                .toList();
        assertThat(witnessed).containsExactlyInAnyOrder(List.of(3, 11), List.of(3, 12), List.of(2, 13));
    }
}
