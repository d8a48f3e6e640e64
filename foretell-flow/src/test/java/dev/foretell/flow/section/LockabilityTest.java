// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

class LockabilityTest {
    private static final String REST = """
            static int pure(int i) { return i < 0 ? -pure2(i) : Math.max(i, 1); }
            static int pure2(int i) { int r = 1; for (int k = 0; k < i; k++) r *= k; return r; }
            synchronized int locked() { return 1; }
            int indirect() { return locked(); }
            int spin() { while (!go) { } return 1; }
            int again(int i) { return i == 0 ? 0 : again(i - 1); }
            static native int far();
            int virtual() { return 2; }
            volatile boolean go; static volatile int s; Sample other; java.util.List<String> list;
            }
            class Sub extends Sample { int virtual() { synchronized (this) { return 1; } } int own() { return 3; } }
            class Loud { static int v; static { v = 5; } }
            class Quiet { static int v; }
            record Pair(int first, int second) { }
            """;

    /** Of {@code x = x + EXPRESSION}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1                                   | yes",
                "pure(3) + s + other.x               | yes",
                "Integer.parseInt(\"4\")             | yes",
                "new Sample().x                      | yes",
                "new Pair(1, 2).first()              | yes",
                "Quiet.v                             | yes",
                "((Sub) other).own()                 | yes",
                "locked()                            | calls Sample.locked (Sample.java:3), which is synchronized",
                "indirect()                          | calls Sample.indirect (Sample.java:3), which is synchronized",
                "spin()                              | calls Sample.spin (Sample.java:3), which may wait in a loop"
                        + " (Sample.java:8)",
                "again(3)                            | calls Sample.again (Sample.java:3), which can call itself",
                "far()                               | calls Sample.far (Sample.java:3), which is native",
                "virtual()                           | calls Sample.virtual (Sample.java:3), which takes a lock"
                        + " (Sample.java:14)",
                "list.size()                         | calls java.util.List.size (Sample.java:3), which is not known",
                "(\"\" + s).length()                 | yes",
                "Loud.v                              | may initialise class Loud (Sample.java:3)",
                "java.time.Instant.now().getNano()   | calls java.time.Instant.now (Sample.java:3), which is not known",
            })
    void holdsALockOnlyWhereNothingCanWait(String expression, String expected) {
        List<AtomicSection> found = Inferred.sections(
                "class Sample {\nint x;\nvoid m() { x = x + " + expression + "; }\n" + REST, Origin.LOAD_STORE);
        assertThat(found).hasSize(1);
        assertThat(
                        found.get(0).lockable().isSafe()
                                ? "yes"
                                : found.get(0).lockable().reason())
                .isEqualTo(expected);
    }

    /**
     * Concatenation of values without a {@code toString} of the program; whether it is a call into the JDK depends on
     * the compiler.
     */
    @Test
    void aStringOfObjectsMayCallAnything() {
        Handle concat = new Handle(
                Opcodes.H_INVOKESTATIC,
                "java/lang/invoke/StringConcatFactory",
                "makeConcatWithConstants",
                "()V",
                false);
        assertThat(HarmlessCalls.contains(
                        new InvokeDynamicInsnNode("concat", "(ILjava/lang/String;)Ljava/lang/String;", concat)))
                .isTrue();
        assertThat(HarmlessCalls.contains(new InvokeDynamicInsnNode("concat", "(LSample;)Ljava/lang/String;", concat)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int v = x; synchronized (this) { x = v; }      | takes a lock (Sample.java:3)",
                "int v; synchronized (this) { v = x; } x = v;   | gives up a lock (Sample.java:3)",
                "int v = x; while (!go) { } x = v;              | may wait in a loop (Sample.java:3)",
                "int v = x; while (v > 9) { v--; } x = v;       | yes",
            })
    void looksAtEverythingBetweenTwoAccesses(String body, String expected) {
        List<AtomicSection> found = Inferred.sections(
                "class Sample {\nint x;\nvoid m() { " + body + " }\n" + REST, Origin.ACCESS_INTERLEAVING);
        AtomicSection section = found.stream()
                .filter(each ->
                        each.variables().contains("Sample.x") && !each.entry().write())
                .findFirst()
                .orElseThrow();
        assertThat(section.lockable().isSafe() ? "yes" : section.lockable().reason())
                .isEqualTo(expected);
    }
}
