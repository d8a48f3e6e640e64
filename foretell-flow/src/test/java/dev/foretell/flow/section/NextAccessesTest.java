// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

class NextAccessesTest {
    private static List<String> sections(String source) {
        return Inferred.texts(source, Origin.ACCESS_INTERLEAVING);
    }

    /** The complement of AtomRace's Table 1: between two writes a write is allowed, otherwise a read. */
    @Test
    void whatIsAllowedIsWhatCanBeSerialised() {
        assertThat(sections("""
                        class Sample {
                            static int a, b, c, d;
                            static int rr() { int i = a; return i + a; }
                            static int wr() { b = 1; return b; }
                            static void ww() { c = 1; c = 2; }
                            static void rw() { int i = d; d = 1; }
                            static void others() { a = 1; int i = c; }
                        }
                        """))
                .containsExactlyInAnyOrder(
                        "Sample.a: read 3 -> read 3 allow READ",
                        "Sample.b: write 4 -> read 4 allow READ",
                        "Sample.c: write 5 -> write 5 allow WRITE",
                        "Sample.d: read 6 -> write 6 allow READ");
    }

    @Test
    void branchesAreSeveralEnds() {
        assertThat(sections("""
                        class Sample {
                            static int a;
                            static void m(int i) {
                                a = 1;
                                switch (i) {
                                    case 1: a = 2; break;
                                    case 2: i = a; break;
                                    default: return;
                                }
                            }
                        }
                        """)).contains("Sample.a: write 4 -> write 6 allow WRITE read 7 allow READ, exit 8");
    }

    @Test
    void aLoopIsCircular() {
        assertThat(sections("""
                        class Sample {
                            static int a;
                            static void m(int n) {
                                for (int i = 0; i < n; i++) {
                                    a = i;
                                }
                            }
                            static int others() { return a; }
                        }
                        """)).containsExactly("Sample.a: write 5 -> write 5 again allow WRITE, exit 7");
    }

    @Test
    void callsAreLookedInto() {
        assertThat(sections("""
                        class Sample {
                            private int a;
                            int get() { return a; }
                            void set(int v) { a = v; }
                            void m(Sample other) {
                                int v = get();
                                other.use();
                                set(v);
                            }
                            void use() {}
                        }
                        """)).contains("Sample.a: read 3 -> write 4 allow READ, throw m");
    }

    /**
     * The search goes on behind an access to what may be another object, but not behind one that is certainly to the
     * same.
     */
    @Test
    void whatMayBeAnotherObjectHidesNothing() {
        assertThat(sections("""
                        class Sample {
                            int a;
                            void m(Sample o, Sample p) {
                                o.a = 1;
                                p.a = 2;
                                o.a = 3;
                                o.a = 4;
                            }
                            int others() { return a; }
                        }
                        """))
                .contains(
                        "Sample.a: write 4 -> write 5 allow WRITE write 6 allow WRITE, throw m",
                        "Sample.a: write 6 -> write 7 allow WRITE, throw m");
    }

    @Test
    void anotherObjectEachTimeRound() {
        assertThat(sections("""
                        class Sample {
                            int a; final Sample next = null;
                            static void m(Sample o) {
                                while (o != null) {
                                    o.a = 1;
                                    o = o.next;
                                }
                            }
                            int others() { return a; }
                        }
                        """)).containsExactly("Sample.a: write 5 -> write 5 again allow WRITE, exit 8, throw m");
    }

    /**
     * After line 7 comes line 5, but by then {@code o} is another object, so what was written in line 7 is written next
     * in line 10.
     */
    @Test
    void theSameVariableMayHoldAnotherObjectByThen() {
        assertThat(sections("""
                        class Sample {
                            int x;
                            static void m(Sample a, Sample b, int n) {
                                for (Sample o = a; ; o = b) {
                                    o.x = 1;
                                    if (n-- == 0) break;
                                    o.x = 2;
                                    n--;
                                }
                                a.x = 3;
                            }
                            int others() { return x; }
                        }
                        """))
                .contains(
                        "Sample.x: write 5 -> write 7 allow WRITE write 10 allow WRITE, exit 11, throw m",
                        "Sample.x: write 7 -> write 5 allow WRITE write 7 again allow WRITE write 10 allow WRITE,"
                                + " exit 11, throw m");
    }

    @Test
    void aMethodWithManyCallersIsNotFollowedBack() {
        StringBuilder source = new StringBuilder("class Sample {\n static int a;\n static void set() { a = 1; }\n");
        for (int i = 0; i < 9; i++) {
            source.append("static int m").append(i).append("() { set(); return a; }\n");
        }
        assertThat(sections(source + "}")).isEmpty();
    }
}
