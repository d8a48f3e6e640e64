// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadStoreTest {
    private static List<String> sections(String source) {
        return Inferred.texts(source, Origin.LOAD_STORE);
    }

    @Test
    void anIncrementIsOne() {
        assertThat(sections("""
                        class Sample {
                            int x; static long y; volatile int z; final int f = 1; byte[] b = {};
                            void m(Sample o, int i) {
                                x++;
                                y += 2;
                                z = z * z + f;
                                o.x = o.x - 1;
                                b[i]++;
                            }
                        }
                        """))
                .containsExactlyInAnyOrder(
                        "Sample.x: read 4 -> write 4 allow READ",
                        "Sample.y: read 5 -> write 5 allow READ",
                        "Sample.z: read 6 -> write 6 allow READ",
                        // the read did not fail, so the write of the same object does not either; but that is not known
                        "Sample.x: read 7 -> write 7 allow READ, throw m",
                        "byte[]: read 8 -> write 8 allow READ, throw m");
    }

    @Test
    void whatIsComputedFromItMayBeFarFromIt() {
        assertThat(sections("""
                        class Sample {
                            Sample head, next; int x;
                            int f(int i) { return i; }
                            void m(boolean b) {
                                head = head.next;
                                x = f(x) + 1;
                                x = b ? x + 1 : x - 1;
                            }
                        }
                        """))
                .containsExactlyInAnyOrder(
                        "Sample.head: read 5 -> write 5 allow READ, throw m",
                        "Sample.x: read 6 -> write 6 allow READ, throw m",
                        "Sample.x: read 7 -> write 7 allow READ",
                        "Sample.x: read 7 -> write 7 allow READ");
    }

    @Test
    void otherVariablesObjectsAndStatementsAreNot() {
        assertThat(sections("""
                        class Sample {
                            int x, y; int[] a = {}; final int f; static int s = 0;
                            static { s = s + 1; }
                            Sample() { x = x + 1; f = 0; }
                            void m(Sample o, int i, int j) {
                                x = y + 1;
                                x = o.x + 1;
                                a[i] = a[j] + 1;
                                int t = x;
                                x = t + 1;
                            }
                        }
                        """)).isEmpty();
    }

    @Test
    void anExceptionLeavesIt() {
        assertThat(sections("""
                        class Sample {
                            int x;
                            int m(int d) {
                                try {
                                    x = x / d;
                                } catch (ArithmeticException e) {
                                    return 1;
                                }
                                return 0;
                            }
                        }
                        """)).containsExactly("Sample.x: read 5 -> write 5 allow READ, exit 6, throw m");
    }

    @Test
    void aCallOfItselfMakesItRecursive() {
        List<AtomicSection> found = Inferred.sections("""
                class Sample {
                    int x;
                    int deep(int n) { return n == 0 ? 0 : (x = x + other(n - 1)); }
                    int other(int n) { return deep(n); }
                    int flat(int n) { return x = x + leaf(n); }
                    int leaf(int n) { return n; }
                }
                """, Origin.LOAD_STORE);
        assertThat(found)
                .extracting(section -> section.entry().place().line() + " " + section.recursive())
                .containsExactly("3 true", "5 false");
    }

    @Test
    void accessesWithoutAConflictAreNoSection() {
        assertThat(Inferred.texts("""
                        class Sample {
                            private int read, written;
                            Sample() { read = 1; }
                            int m() { return read + read; }
                            void w() { written = 1; written = 2; }
                        }
                        """, Origin.ACCESS_INTERLEAVING))
                .as("two reads without a write; two writes without a read")
                .isEmpty();
    }
}
