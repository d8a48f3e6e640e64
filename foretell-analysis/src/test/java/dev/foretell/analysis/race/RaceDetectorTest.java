// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceDetectorTest {
    private static List<String> groups(String text) throws IOException {
        Trace trace = TextTrace.parse(text);
        return new RaceDetector()
                .detect(new TraceModel(trace)).groups().stream()
                        .map(group -> places(trace, group.instances().get(0)))
                        .toList();
    }

    private static String places(Trace trace, int[] events) {
        return trace.variableName(trace.target(events[0])) + " "
                + trace.site(trace.siteOf(events[0])).line() + " "
                + trace.site(trace.siteOf(events[1])).line();
    }

    @Test
    void findsUnorderedAccessesWithoutACommonLock() throws IOException {
        assertThat(groups("A|w(x)|1\nB|r(x)|2\n")).containsExactly("x 1 2");
        assertThat(groups("A|acq(l)|0\nA|w(x)|1\nA|rel(l)|0\nB|w(x)|2\n")).containsExactly("x 1 2");
    }

    @Test
    void passesOverReadsOneThreadVolatilesCommonLocksAndOrder() throws IOException {
        assertThat(groups("A|r(x)|1\nB|r(x)|2\n")).isEmpty();
        assertThat(groups("A|w(x)|1\nA|r(x)|2\n")).isEmpty();
        assertThat(groups("A|vw(x)|1\nB|vw(x)|2\n")).isEmpty();
        assertThat(groups("A|acq(l)|0\nA|w(x)|1\nA|rel(l)|0\nB|acq(l)|0\nB|w(x)|2\nB|rel(l)|0\n"))
                .isEmpty();
        assertThat(groups("A|w(x)|1\nA|fork(B)|0\nB|w(x)|2\n")).isEmpty();
    }

    @Test
    void needsNoLockThatIsCommonToAllWhenEachPairHasOne() throws IOException {
        String three = """
                A|acq(l)|0
                A|acq(m)|0
                A|w(x)|1
                A|rel(m)|0
                A|rel(l)|0
                B|acq(m)|0
                B|acq(n)|0
                B|w(x)|2
                B|rel(n)|0
                B|rel(m)|0
                C|acq(l)|0
                C|acq(n)|0
                C|w(x)|3
                """;
        assertThat(groups(three)).isEmpty();
    }

    @Test
    void passesOverAccessesInsideInitialisers() throws IOException {
        assertThat(groups("A|initBegin(C)|0\nA|w(x)|1\nA|initEnd(C)|0\nB|w(x)|2\n"))
                .isEmpty();
    }

    @Test
    void mergesByNameAndPlaces() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append("A|w(x)|1\nB|w(x)|2\nA|vw(f)|3\nB|vw(g)|4\n");
        }
        Detection detection = new RaceDetector().detect(new TraceModel(TextTrace.parse(text.toString())));
        assertThat(detection.groups()).hasSize(1);
        assertThat(detection.groups().get(0).instances()).hasSizeLessThanOrEqualTo(CandidateGroup.KEPT);
        assertThat(detection.groups().get(0).instances().get(0)).containsExactly(0, 1);
        assertThat(detection.truncated()).isEmpty();
    }

    @Test
    void findsTheOnePairThatIsUnorderedAmongManyThatAreNot() throws IOException {
        StringBuilder text = new StringBuilder("A|fork(B)|0\n");
        for (int i = 0; i < 200; i++) {
            // A and B take turns, each waiting for the other, except once.
            text.append("A|w(x)|1\n");
            text.append(i == 117 ? "" : "A|vw(f" + i + ")|2\nB|vr(f" + i + ")|3\n");
            text.append("B|w(x)|4\nB|vw(g" + i + ")|5\nA|vr(g" + i + ")|6\n");
        }
        assertThat(groups(text.toString())).containsExactly("x 1 4");
    }

    @Test
    void aSharedLockProtectsWhereWritersHaveItForThemselves() throws IOException {
        String reader = "A|acqs(l)|0\nA|r(x)|1\nA|rels(l)|0\n";
        String writer = "B|acq(l)|0\nB|w(x)|2\nB|rel(l)|0\n";
        assertThat(groups(reader + writer)).isEmpty();
        assertThat(groups(reader + "B|acqs(l)|0\nB|w(x)|2\nB|rels(l)|0\n"))
                .as("a write under a read lock")
                .containsExactly("x 1 2");
        assertThat(groups(reader + "B|acq(l)|0\nB|acqs(l)|0\nB|rel(l)|0\nB|w(x)|2\nB|rels(l)|0\n"))
                .as("a write after the lock was downgraded")
                .containsExactly("x 1 2");
    }

    @Test
    void permitsOrderWhatTheyHandOver() throws IOException {
        assertThat(groups("A|w(x)|1\nA|permitRelease(s)|0\nB|permitAcquire(s)|0\nB|w(x)|2\n"))
                .isEmpty();
        assertThat(groups("# semaphore 2|s\nA|permitAcquire(s)|0\nA|w(x)|1\nA|permitRelease(s)|0\n"
                        + "B|permitAcquire(s)|0\nB|w(x)|2\nB|permitRelease(s)|0\n"))
                .as("two may enter")
                .containsExactly("x 1 2");
    }
}
