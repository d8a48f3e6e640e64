// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.atomicity.AtomicityDetector;
import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.Pattern;
import dev.foretell.analysis.pattern.PatternDetector;
import dev.foretell.analysis.pattern.PatternFile;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each of the eleven patterns (and the three variants) with a tiny trace that has it and a serialisable twin. */
class AsvPatternsTest {
    static Stream<Pattern> patterns() {
        return PatternFile.builtIn("asv.patterns").patterns().stream();
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void findsItWhereTheUnitsHaveDifferentLocks(Pattern pattern) throws IOException {
        Trace trace = trace(pattern, "own", "other");
        assertThat(matches(pattern, trace))
                .contains(IntStream.range(1, pattern.size() + 1).boxed().toList());
        assertThat(byAll(trace))
                .contains(IntStream.range(1, pattern.size() + 1).boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void findsNothingWhereTheUnitsHaveTheSameLock(Pattern pattern) throws IOException {
        Trace trace = trace(pattern, "own", "own");
        assertThat(matches(pattern, trace)).isEmpty();
        assertThat(byAll(trace)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void findsNothingWhereOneUnitIsOverBeforeTheOtherStarts(Pattern pattern) throws IOException {
        List<String> lines = new ArrayList<>(lines(pattern, 0, "own"));
        lines.add("A|fork(B)|0");
        lines.addAll(lines(pattern, 1, "other"));
        Trace trace = TextTrace.parse(String.join("\n", lines));
        assertThat(matches(pattern, trace)).isEmpty();
        assertThat(byAll(trace)).isEmpty();
    }

    @Test
    void reportsWhatConcernsOneVariableAsAtomicityAndNotTwice() throws IOException {
        for (Pattern pattern : patterns().filter(p -> p.size() == 3).toList()) {
            Trace trace = trace(pattern, "own", "other");
            boolean lostWrite = pattern.letters().equals("w-w-w");
            assertThat(lines(trace, new AtomicityDetector(Regions.Policy.LOCKS).detect(new TraceModel(trace))))
                    .hasSize(lostWrite ? 0 : 1);
            assertThat(lines(trace, asv(trace))).hasSize(lostWrite ? 1 : 0);
        }
    }

    @Test
    void findsATornPair() throws IOException {
        Trace trace = TextTrace.parse("""
                A|acq(l)|0
                A|r(Range.low)|1
                A|rel(l)|0
                A|acq(l)|0
                A|r(Range.high)|4
                A|rel(l)|0
                B|acq(l)|0
                B|w(Range.low)|2
                B|w(Range.high)|3
                B|rel(l)|0
                """);
        Detection detection = asv(trace);
        assertThat(lines(trace, detection)).containsExactly(List.of(1, 2, 3, 4));
        assertThat(detection.groups().get(0).shape().regions()).containsExactly(0, 1, 1, 2);
        assertThat(detection.groups().get(0).shape().variables()).containsExactly(0, 0, 1, 1);
    }

    @Test
    void takesNoPairForTornThatIsReadAtOnceOrNeverWrittenTogether() throws IOException {
        assertThat(asv(TextTrace.parse("""
                A|acq(l)|0
                A|r(Range.low)|1
                A|r(Range.high)|4
                A|rel(l)|0
                B|acq(l)|0
                B|w(Range.low)|2
                B|w(Range.high)|3
                B|rel(l)|0
                """)).groups()).isEmpty();
        assertThat(asv(TextTrace.parse("""
                A|acq(l)|0
                A|r(Range.low)|1
                A|rel(l)|0
                A|acq(l)|0
                A|r(Range.high)|4
                A|rel(l)|0
                B|acq(l)|0
                B|w(Range.low)|2
                B|rel(l)|0
                B|acq(l)|0
                B|w(Range.high)|3
                B|rel(l)|0
                """)).groups()).isEmpty();
    }

    private static Detection asv(Trace trace) {
        return new AsvDetector(Regions.Policy.LOCKS, List.of()).detect(new TraceModel(trace));
    }

    /** What the two detectors of these patterns find. */
    private static List<List<Integer>> byAll(Trace trace) {
        List<List<Integer>> found = new ArrayList<>(lines(trace, asv(trace)));
        found.addAll(lines(trace, new AtomicityDetector(Regions.Policy.LOCKS).detect(new TraceModel(trace))));
        return found;
    }

    private static List<List<Integer>> matches(Pattern pattern, Trace trace) {
        return lines(trace, new PatternDetector(List.of(pattern), Regions.Policy.LOCKS).detect(new TraceModel(trace)));
    }

    private static List<List<Integer>> lines(Trace trace, Detection detection) {
        List<List<Integer>> lines = new ArrayList<>();
        for (CandidateGroup group : detection.groups()) {
            for (int[] events : group.instances()) {
                lines.add(Arrays.stream(events)
                        .map(e -> trace.site(trace.siteOf(e)).line())
                        .boxed()
                        .toList());
            }
        }
        return lines;
    }

    /** One unit after the other, each under its lock; the line of an access is its place in the pattern. */
    private static Trace trace(Pattern pattern, String lock, String otherLock) throws IOException {
        List<String> lines = new ArrayList<>(lines(pattern, 0, lock));
        lines.addAll(lines(pattern, 1, otherLock));
        return TextTrace.parse(String.join("\n", lines));
    }

    private static List<String> lines(Pattern pattern, int unit, String lock) {
        String thread = unit == 0 ? "A" : "B";
        List<String> lines = new ArrayList<>();
        lines.add(thread + "|acq(" + lock + ")|0");
        for (int i = 0; i < pattern.size(); i++) {
            if (pattern.regions().get(i) == unit) {
                String op = pattern.writes().get(i) ? "w" : "r";
                lines.add(thread + "|" + op + "(v" + pattern.variables().get(i) + ")|" + (i + 1));
            }
        }
        lines.add(thread + "|rel(" + lock + ")|0");
        return lines;
    }
}
