// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatternFileTest {
    /** The three patterns of PECAN's figure 2. */
    static final String FIGURE_2 = """
            # figure 2
            pattern data-race
            description one reads while the other writes
            E = e1 - e2
            T = t1 - t2
            SV = s1 - s1
            AR = u1 - u2
            AT = r - w
            together

            pattern atomicity-violation
            E = e1 - e2 - e3
            T = t1 - t2 - t1
            SV = s1 - s1 - s1
            AR = u1 - u2 - u1
            AT = r - w - r

            pattern asv     # the order of the lines does not matter, nor do blanks
              AT=w-r-r-w
              AR=u1-u2-u2-u1
              SV=s1-s1-s2-s2
              T=t1-t2-t2-t1
              E=e1-e2-e3-e4

            set range = Range.low, Range.high
            """;

    @Test
    void readsThePatternsOfFigure2() throws IOException {
        PatternFile file = PatternFile.parse("f", FIGURE_2);
        assertThat(file.patterns())
                .containsExactly(
                        new Pattern(
                                "data-race",
                                "one reads while the other writes",
                                List.of(0, 1),
                                List.of(0, 0),
                                List.of(0, 1),
                                List.of(false, true),
                                true),
                        new Pattern(
                                "atomicity-violation",
                                "",
                                List.of(0, 1, 0),
                                List.of(0, 0, 0),
                                List.of(0, 1, 0),
                                List.of(false, true, false),
                                false),
                        new Pattern(
                                "asv",
                                "",
                                List.of(0, 1, 1, 0),
                                List.of(0, 0, 1, 1),
                                List.of(0, 1, 1, 0),
                                List.of(true, false, false, true),
                                false));
        assertThat(file.atomicSets()).containsExactly(new AtomicSet("range", Set.of("Range.low", "Range.high")));
    }

    @Test
    void readsItsOwnFiles() {
        assertThat(PatternFile.builtIn("atomicity.patterns").patterns().stream().map(Pattern::letters))
                .containsExactlyInAnyOrder("r-w-r", "w-w-r", "w-r-w", "r-w-w");
        List<Pattern> asv = PatternFile.builtIn("asv.patterns").patterns();
        assertThat(asv.stream().map(Pattern::name).filter(name -> !name.endsWith("b")))
                .hasSize(11);
        assertThat(asv.stream().filter(p -> p.name().endsWith("b"))).hasSize(3);
    }

    @Test
    void namesTheFileOfAMistake(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("mine.patterns"), "\n\n  patern x\n");
        assertThatThrownBy(() -> PatternFile.read(file))
                .isInstanceOf(PatternException.class)
                .hasMessage(
                        "mine.patterns:3:3: expected one of pattern, description, E, T, SV, AR, AT, together or set,"
                                + " but found 'patern'");
    }

    @Test
    void namesLineAndColumnOfTheFirstMistake() {
        wrong("E = e1 - e2\n", 1, 1, "'E' belongs to a pattern, and there is no line 'pattern NAME' before it");
        wrong("pattern\n", 1, 8, "expected the pattern's name, but the line ends");
        wrong("pattern a b\n", 1, 11, "expected the end of the line, but found 'b'");
        wrong("pattern a\nE e1\n", 2, 3, "expected '=' after E, but found 'e'");
        wrong("pattern a\nE = e1 - - e2\n", 2, 10, "expected a name, but found '-'");
        wrong("pattern a\nE = e1 -\n", 2, 9, "expected a name, but the line ends");
        wrong("pattern a\nE = e1 e2\n", 2, 8, "expected the end of the line, but found 'e'");
        wrong("pattern a\nAT = r - x\n", 2, 10, "expected r or w, but found 'x'");
        wrong("pattern a\nE = e1 - e2\nE = e1 - e2\n", 3, 1, "pattern a already has a line E");
        wrong("# a\npattern a\nE = e1 - e2\n", 2, 9, "pattern a has no line T");
    }

    @Test
    void vetsAPatternAsAWhole() {
        wrong(
                pattern("T = t1 - t2", "SV = s - s - s", "AR = u1 - u2", "AT = r - w"),
                4,
                14,
                "SV has 3 entries, but E has 2");
        wrong(pattern("T = t1 - t2", "SV = s - s", "AR = u1", "AT = r - w"), 5, 8, "AR has 1 entries, but E has 2");
        wrong(
                pattern("T = t1 - t1", "SV = s - s", "AR = u1 - u2", "AT = r - w"),
                3,
                5,
                "expected at least two different threads");
        wrong(
                pattern("T = t1 - t2", "SV = s - s", "AR = u1 - u1", "AT = r - w"),
                5,
                11,
                "region u1 belongs to thread t1, but this event is of thread t2");
        wrong("pattern a\nE = e - e\nT = t1 - t2\nSV = s - s\nAR = u - v\nAT = r - w\n", 2, 9, "event e occurs twice");
        wrong(
                "pattern a\nE = e - f - g\nT = t1 - t2 - t1\nSV = s - s - s\nAR = u - v - u\n"
                        + "AT = r - w - r\ntogether\n",
                3,
                15,
                "thread t1 occurs twice, but events that are next together are of different threads");
        String together = "expected two events on one variable, one of them a write, to be next together";
        wrong(pattern("T = t1 - t2", "SV = s - s", "AR = u1 - u2", "AT = r - r") + "together\n", 7, 1, together);
        wrong(pattern("T = t1 - t2", "SV = s - o", "AR = u1 - u2", "AT = r - w") + "together\n", 7, 1, together);
        String whole = pattern("T = t1 - t2", "SV = s - s", "AR = u1 - u2", "AT = r - w");
        wrong(whole + whole, 7, 9, "there is already a pattern a");
    }

    @Test
    void vetsSets() {
        wrong("set s = A.x\n", 1, 5, "set s has only one variable; a set needs two or more");
        wrong("set s = A.x, A.x\n", 1, 14, "A.x is already in the set");
        wrong("set s = A.x,\n", 1, 13, "expected a variable such as Account.balance, but the line ends");
        wrong("set s A.x\n", 1, 7, "expected '=' after the set's name, but found 'A'");
        wrong("set s = A.x, A.y\nset s = A.x, A.z\n", 2, 5, "there is already a set s");
    }

    private static String pattern(String... lines) {
        return "pattern a\nE = e1 - e2\n" + String.join("\n", lines) + "\n";
    }

    private static void wrong(String text, int line, int column, String what) {
        assertThatThrownBy(() -> PatternFile.parse("f", text))
                .isInstanceOf(PatternException.class)
                .hasMessage("f:" + line + ":" + column + ": " + what);
    }
}
