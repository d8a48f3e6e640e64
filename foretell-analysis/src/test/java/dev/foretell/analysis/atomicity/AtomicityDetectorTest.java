// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.atomicity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AtomicityDetectorTest {
    private static Detection detect(String text) throws IOException {
        return new AtomicityDetector(Regions.Policy.LOCKS).detect(new TraceModel(TextTrace.parse(text)));
    }

    /** Lines of the first combination of each candidate group, and whether it is in one region. */
    private static List<String> groups(String text) throws IOException {
        Trace trace = TextTrace.parse(text);
        List<String> found = new ArrayList<>();
        for (CandidateGroup group : detect(text).groups()) {
            int[] lines = Arrays.stream(group.instances().get(0))
                    .map(e -> trace.site(trace.siteOf(e)).line())
                    .toArray();
            found.add(Arrays.toString(lines) + (group.shape().equals(TripleSearch.IN_REGION) ? "" : " composed"));
        }
        return found;
    }

    @Test
    void findsThePlaceInTheMiddleOfFigure3() throws IOException {
        // The point before line 4 is the only one between v2 and v5 at which T1 does not hold the lock of v8.
        assertThat(groups("""
                T1|acq(outer)|1
                T1|acq(l)|1
                T1|r(x)|2
                T1|rel(l)|3
                T1|w(y)|4
                T1|acq(l)|4
                T1|r(x)|5
                T1|rel(l)|6
                T1|rel(outer)|6
                T2|acq(l)|7
                T2|w(x)|8
                T2|rel(l)|9
                T2|r(y)|10
                """)).containsExactly("[2, 8, 5]");
    }

    @Test
    void findsNoPlaceWhenTheLockIsKept() throws IOException {
        assertThat(groups("""
                T1|acq(outer)|1
                T1|acq(l)|1
                T1|r(x)|2
                T1|w(y)|4
                T1|r(x)|5
                T1|rel(l)|6
                T1|rel(outer)|6
                T2|acq(l)|7
                T2|w(x)|8
                T2|rel(l)|9
                T2|r(y)|10
                """)).isEmpty();
    }

    @Test
    void findsNoPlaceThatTheOrderForbids() throws IOException {
        // T2 starts after the region, or is over before it.
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\nA|r(x)|3\nA|rel(l)|4\nA|fork(B)|5\nB|w(x)|6\n"))
                .isEmpty();
        assertThat(groups("B|w(x)|1\nB|end|2\nA|join(B)|3\nA|acq(l)|4\nA|r(x)|5\nA|r(x)|6\nA|rel(l)|7\n"))
                .isEmpty();
    }

    @Test
    void needsAPlaceThatBothOrderAndLocksAllow() throws IOException {
        // Between the reads the lock is free only before an event of A that B's write happens before.
        String text = """
                A|acq(o)|1
                A|acq(l)|1
                A|vr(x)|2
                %s
                A|vr(x)|9
                A|rel(l)|9
                A|rel(o)|9
                """;
        String remote = "B|acq(l)|4\nB|vw(x)|5\nB|rel(l)|6\nB|vw(f)|7\n";
        assertThat(groups(text.formatted("A|rel(l)|3\n" + remote + "A|vr(f)|8\nA|acq(l)|8")))
                .containsExactly("[2, 5, 9]");
        assertThat(groups("B|acq(m)|4\nB|vw(x)|5\nB|rel(m)|6\nB|vw(f)|7\n"
                        + text.formatted("A|vr(f)|8\nA|acq(m)|8\nA|rel(m)|8")))
                .isEmpty();
    }

    @Test
    void takesVolatilesButNotReadsOnly() throws IOException {
        assertThat(groups("A|acq(l)|1\nA|vr(x)|2\nA|vw(x)|3\nA|rel(l)|4\nB|vw(x)|5\n"))
                .containsExactly("[2, 5, 3]");
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\nA|r(x)|3\nA|rel(l)|4\nB|r(x)|5\n"))
                .isEmpty();
    }

    @Test
    void findsCheckThenActOverTwoRegionsOfTheSameLock() throws IOException {
        String remote = "B|acq(l)|7\nB|w(x)|8\nB|rel(l)|9\n";
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\nA|rel(l)|3\nA|acq(l)|4\nA|w(x)|5\nA|rel(l)|6\n" + remote))
                .containsExactly("[2, 8, 5] composed");
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\nA|rel(l)|3\nA|acq(l)|4\nA|r(x)|5\nA|rel(l)|6\n" + remote))
                .containsExactly("[2, 8, 5] composed");
        assertThat(groups("A|vr(x)|1\nA|vw(x)|2\nB|vw(x)|3\n")).containsExactly("[1, 3, 2] composed");
    }

    @Test
    void takesNeitherWritersNorPollingNorDifferentLocksForCheckThenAct() throws IOException {
        String remote = "B|acq(l)|7\nB|w(x)|8\nB|rel(l)|9\n";
        assertThat(groups("A|acq(l)|1\nA|w(x)|2\nA|rel(l)|3\nA|acq(l)|4\nA|w(x)|5\nA|rel(l)|6\n" + remote))
                .isEmpty();
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\nA|rel(l)|3\nA|acq(l)|1\nA|r(x)|2\nA|rel(l)|3\n" + remote))
                .isEmpty();
        assertThat(groups("A|acq(m)|1\nA|r(x)|2\nA|rel(m)|3\nA|acq(l)|4\nA|w(x)|5\nA|rel(l)|6\n" + remote))
                .isEmpty();
    }

    @Test
    void takesNoGuardedWaitForCheckThenAct() throws IOException {
        String setter = "B|acq(l)|7\nB|w(x)|8\nB|notify(l)|8\nB|rel(l)|9\n";
        String waits = "A|rel(l)|3\n" + setter + "A|wake(l)|3\nA|acq(l)|3\n";
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\n" + waits + "A|r(x)|4\nA|rel(l)|5\n"))
                .isEmpty();
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\n" + waits + "A|w(x)|4\nA|rel(l)|5\n"))
                .isEmpty();
        assertThat(groups("A|acq(l)|1\nA|r(x)|2\nA|rel(l)|3\n" + setter + "A|acq(l)|3\nA|w(x)|4\nA|rel(l)|5\n"))
                .containsExactly("[2, 8, 4] composed");
    }

    @Test
    void mergesALoopAndPutsTheClosestFirst() throws IOException {
        Detection detection = detect(loop(300));
        assertThat(detection.groups()).hasSize(1);
        CandidateGroup group = detection.groups().get(0);
        assertThat(group.instances()).hasSizeLessThanOrEqualTo(CandidateGroup.KEPT);
        int[] closest = group.instances().get(0);
        int span = Arrays.stream(closest).max().getAsInt()
                - Arrays.stream(closest).min().getAsInt();
        assertThat(span).isLessThanOrEqualTo(4);
        assertThat(detection.truncated()).isEmpty();
    }

    @Test
    void doesFourTimesTheWorkForFourTimesTheEvents() throws IOException {
        long once = work(detect(loop(500)));
        long fourTimes = work(detect(loop(2000)));
        assertThat(fourTimes).isLessThanOrEqualTo(5 * once);
        assertThat(detect(loop(2000)).groups()).hasSize(1);
    }

    /** Every combination, kept or not. */
    private static long work(Detection detection) {
        return detection.groups().stream().mapToLong(CandidateGroup::seen).sum();
    }

    /** Both threads iterate alternately, first one alone for a while. */
    private static String loop(int rounds) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rounds; i++) {
            text.append("A|acq(l)|1\nA|r(x)|2\nA|w(x)|3\nA|rel(l)|4\n");
            if (i > rounds / 3) {
                text.append("B|w(x)|5\n");
            }
        }
        return text.toString();
    }
}
