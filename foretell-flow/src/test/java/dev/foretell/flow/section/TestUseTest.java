// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestUseTest {
    /** With a method that writes the variable. */
    private static List<String> sections(String body) {
        return Inferred.texts("""
                class Sample {
                    Sample x; int n; boolean done; static Sample s;
                    void set(Sample v) { x = v; n = 1; s = v; done = true; }
                    void use() {}
                """ + body + "\n}\n", Origin.TEST_USE);
    }

    @Test
    void theOtherBranchAndExceptionsAreExits() {
        assertThat(sections("""
                void m() {
                    if (x != null) {
                        x.use();
                    }
                    use();
                }
                """)).containsExactly("Sample.x: read 6 -> read 7 allow READ, exit 9");
        assertThat(sections("""
                void m() {
                    try {
                        if (x.n > 0) {
                            x.n = 1;
                        }
                    } catch (RuntimeException e) {
                        use();
                    }
                    use();
                }
                """)).containsExactly("Sample.x: read 7 -> read 8 allow READ, exit 12, exit 10, throw m");
    }

    @Test
    void anEarlyReturnIsATestToo() {
        assertThat(sections("""
                void m() {
                    if (s == null) return;
                    use();
                    s.use();
                }
                """)).containsExactly("Sample.s: read 6 -> read 8 allow READ, exit 6, throw m");
    }

    @Test
    void itEndsWithTheLastUse() {
        assertThat(sections("""
                void m(boolean b) {
                    if (n > 0) {
                        int first = n;
                        int last = n;
                    }
                }
                """)).containsExactly("Sample.n: read 6 -> read 8 allow READ, exit 10");
        assertThat(sections("""
                void m(boolean b) {
                    if (n > 0) {
                        int first = n;
                        if (b) {
                            int last = n;
                        }
                    }
                }
                """))
                .as("either may be the last")
                .containsExactly("Sample.n: read 6 -> read 7 allow READ read 9 allow READ, exit 12");
    }

    /** What is returned may be null again by then. */
    @Test
    void aStoreIsAUseAndSoIsAReadOnTheWayWithoutIt() {
        assertThat(sections("""
                static Sample get() {
                    if (s == null) {
                        s = new Sample();
                    }
                    return s;
                }
                """))
                .containsExactly("Sample.s: read 6 -> write 7 allow READ read 9 allow READ, throw get");
    }

    @Test
    void theTestMayGoByALocalVariable() {
        assertThat(sections("""
                void m() {
                    Sample seen = x;
                    if (seen == this) {
                        x = null;
                    }
                }
                """)).containsExactly("Sample.x: read 6 -> write 8 allow READ, exit 10");
    }

    @Test
    void whatComesAfterBothBranchesIsNoUse() {
        assertThat(sections("""
                int m(Sample o) {
                    if (n > 0) {
                        use();
                    }
                    if (n > 1) {
                        return o.n;
                    }
                    return n;
                }
                """)).containsExactly("Sample.n: read 9 -> read 12 allow READ, exit 10");
    }

    @Test
    void aTestOfOnesOwnValueIsNone() {
        assertThat(sections("""
                int m() {
                    if (++n > 3) {
                        return n;
                    }
                    return 0;
                }
                """)).isEmpty();
    }
}
