// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.flow.code.JavaText;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.SectionFormat;
import dev.foretell.trace.words.SyntaxException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompletionTest {
    private static final String SOURCE = """
            class Sample {
                int x, y;
                void m(boolean b) {
                    int v = x + x;
                    if (b) {
                        y = v; x = v; x = v + 1;
                    }
                }
                void set() { x = 1; }
            }
            class Other extends Sample {
                int twice() { return x * 2; }
            }
            """;

    private static Inference.Result complete(String lines) throws SyntaxException {
        List<AtomicSection> given = SectionFormat.parse("foretell sections 1\n" + lines, "own.sections")
                .list();
        Inference.Options options = Inference.Options.USUAL.withOrigins(Set.of(Origin.ACCESS_INTERLEAVING));
        return Inference.run(JavaText.compile(SOURCE), options, given);
    }

    @Test
    void linesBecomeInstructionsAndExitsAreFilledIn() throws SyntaxException {
        Inference.Result result = complete("""
                section Sample.x
                enter read at Sample.java:4
                end write at Sample.java:6 allow none
                """);
        AtomicSection section = result.sections().list().get(0);
        assertThat(Inferred.text(section)).isEqualTo("Sample.x: read 4 -> write 6 allow NONE, exit 8");
        assertThat(section.origin()).isEqualTo(Origin.USER);
        assertThat(section.lockable().isSafe()).isTrue();
        assertThat(result.unknown()).isEmpty();
        // the first read and the last write of their lines
        List<AtomicSection> all = result.sections().list();
        assertThat(all).extracting(each -> each.entry().place().offset()).doesNotHaveDuplicates();
        int entry = section.entry().place().offset();
        int end = section.ends().get(0).access().place().offset();
        assertThat(all.subList(1, all.size()))
                .filteredOn(each -> each.entry().place().method().startsWith("m("))
                .extracting(each -> each.entry().place().offset())
                .allMatch(offset -> offset > entry && offset < end);
        assertThat(result.sections().classes()).containsKey("Sample");
    }

    @Test
    void exitsThatAreGivenStay() throws SyntaxException {
        Inference.Result result = complete("""
                section x
                enter read at Sample.java:4
                end write at Sample.java:6
                exit on return
                """);
        assertThat(Inferred.text(result.sections().list().get(0)))
                .startsWith("x: read 4 -> write 6 allow READ, return");
    }

    @Test
    void whatTheProgramDoesNotDoIsSaid() throws SyntaxException {
        Inference.Result result = complete("""
                section Sample.y
                enter read at Sample.java:4
                end write at Sample.java:6
                """);
        assertThat(result.unknown()).containsExactly("no read of Sample.y at Sample.java:4");
        assertThat(result.sections().list().get(0).lockable().isSafe()).isFalse();
    }

    @Test
    void aSectionOverTwoMethodsIsLeftAsItIs() throws SyntaxException {
        Inference.Result result = complete("""
                section Sample.x
                enter write at Sample.java:9
                end read at Sample.java:12
                """);
        AtomicSection section = result.sections().list().get(0);
        assertThat(section.entry().place().isExact()).isFalse();
        assertThat(section.lockable().reason()).isEqualTo("does not end in Sample.set, where it begins");
    }
}
