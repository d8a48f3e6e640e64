// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sections over several synchronized methods, each with one access. */
class OwnMonitorTest {
    private static final String REST = """
            Sample other;
            synchronized int get() { return x; }
            synchronized void set(int i) { x = i; }
            synchronized void setSlowly(int i) { try { wait(); } catch (InterruptedException e) { } x = i; }
            static synchronized void all() { }
            void unlocked() { }
            }
            class Gate { synchronized void pass() { } }
            """;

    private static AtomicSection fromGet(String body, String more) {
        return Inferred.sections(
                        "class Sample {\nint x;\n" + more + "\nstatic void m(Sample s, Gate g) { " + body + " }\n"
                                + REST,
                        Origin.ACCESS_INTERLEAVING)
                .stream()
                .filter(each -> each.entry().place().method().startsWith("get"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int v = s.get(); s.set(v + 1);                           | true",
                "if (s.get() == 0) { s.unlocked(); s.set(1); }            | true",
                "int v = s.get(); g.pass(); s.set(v);                     | false",
                "int v = s.get(); all(); s.set(v);                        | false",
                "int v = s.get(); s.other.set(v); s.set(v);               | false",
                "int v = s.get(); s.setSlowly(v);                         | false",
                "int v = s.get(); synchronized (g) { s.set(v); }          | false",
                "while (s.get() > 0) { s.get(); } s.set(1);               | false",
                "int v = s.get(); s = s.other; s.set(v);                  | false",
            })
    void onlyTheMonitorOfTheObjectItselfIsEntered(String body, boolean expected) {
        assertThat(fromGet(body, "").lockable().isOutside()).isEqualTo(expected);
    }

    @Test
    void everyAccessIsInsideThatMonitor() {
        String body = "int v = s.get(); s.set(v + 1);";
        assertThat(fromGet(body, "int look() { return x; }").lockable().isSafe())
                .isFalse();
        assertThat(fromGet(body, "synchronized int look(Sample s) { return s.x; }")
                        .lockable()
                        .isSafe())
                .isFalse();
        assertThat(fromGet(body, "Sample() { x = 3; }").lockable().isOutside()).isTrue();
    }
}
