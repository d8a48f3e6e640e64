// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinePatternTest {
    private static List<String> lines(String text) {
        return Arrays.asList(text.split("/"));
    }

    /**
     * Three runs of the recorded schedule, another run, and the difference; empty for none. Lines have a slash between.
     */
    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("a/b", "a/b", "b/a", "b/a", ""),
                Arguments.of("a/b", "a/b", "a/b", "a/c", "'c' instead of 'b'"),
                Arguments.of("a/b", "a/b", "a/b", "a/b/b", "also 'b'"),
                Arguments.of("a/b", "a/b", "a/b", "a", "'b' is missing"),
                Arguments.of("sum 2 run 5", "sum 2 run 6", "sum 2 run 7", "sum 2 run 99", ""),
                Arguments.of(
                        "sum 2 run 5",
                        "sum 2 run 6",
                        "sum 2 run 7",
                        "sum 1 run 99",
                        "'sum 1 run 99' instead of 'sum 2 run 5'"),
                // durations, times of day and identity hash codes prove nothing, though they happen to be the same
                Arguments.of("done after 0 ms", "done after 0 ms", "done after 0 ms", "done after 12 ms", ""),
                Arguments.of("took 1.5s", "took 1.5s", "took 1.5s", "took 2s", ""),
                Arguments.of("12:30:01.123 up", "12:30:01.123 up", "12:30:01.123 up", "12:30:02.001 up", ""),
                Arguments.of("Desk@1b2c ok", "Desk@1b2c ok", "Desk@1b2c ok", "Desk@beef ok", ""),
                Arguments.of(
                        "id 123e4567-e89b-12d3-a456-426614174000",
                        "id aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
                        "id 123e4567-e89b-12d3-a456-426614174001",
                        "id ffffffff-bbbb-cccc-dddd-eeeeeeeeeeee",
                        ""),
                Arguments.of("2 sold", "2 sold", "2 sold", "1 sold", "'1 sold' instead of '2 sold'"),
                // the order of lines with numbers in them does not count
                Arguments.of("t1 got 1/t2 got 2", "t2 got 2/t1 got 1", "t1 got 1/t2 got 2", "t2 got 2/t1 got 1", ""),
                Arguments.of("t1 got 1/t2 got 2", "t1 got 2/t2 got 1", "t1 got 1/t2 got 2", "t1 got 2/t2 got 1", ""),
                // lines that come and go are not compared, and then new ones are no difference; others are
                Arguments.of("a/retry", "a", "a", "a/retry/retry", ""),
                Arguments.of("a/retry", "a", "a", "a/something new", ""),
                Arguments.of("a/retry", "a", "a", "retry", "'a' is missing"),
                Arguments.of("a/retry", "a", "a", "a/a", "also 'a'"),
                Arguments.of("poll 1/poll 2", "poll 1", "poll 1/poll 2/poll 3", "poll 9", ""));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void differsOnlyInWhatDoesNotVary(String recorded, String first, String second, String other, String difference) {
        LinePattern pattern = LinePattern.of(List.of(lines(recorded), lines(first), lines(second)));
        assertThat(pattern.difference(lines(recorded), lines(other))
                        .map(OutputDifference::describe)
                        .orElse(""))
                .isEqualTo(difference);
        for (String control : List.of(recorded, first, second)) {
            assertThat(pattern.difference(lines(recorded), lines(control)))
                    .as("what the recorded schedule does is never a difference")
                    .isEmpty();
        }
    }

    @Test
    void isExactWhenNothingVaries() {
        assertThat(LinePattern.of(List.of(lines("a 1/b"), lines("b/a 1")))).isEqualTo(LinePattern.EXACT);
    }

    /** Files of a session, and the mutations of one in {@code ReaderFuzzTest}, are the same in each JVM. */
    @Test
    void mapsAreWrittenInTheOrderOfTheirKeys() {
        Map<String, List<Integer>> masks = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            masks.put("line " + (char) ('a' + i), List.of(i));
        }
        assertThat(new LinePattern(masks, List.of(), false)
                        .masks().keySet().stream().toList())
                .isSorted();
    }
}
