// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packaged models name types, methods and fields that this JDK has. */
class PackagedModelTest {
    /** Methods that only later JDKs have. */
    private static final Set<String> LATER =
            Set.of("getFirst", "getLast", "removeFirst", "removeLast", "addFirst", "addLast", "resultNow", "close");

    /** Types that only later JDKs have. */
    private static final Set<String> LATER_TYPES = Set.of("java.util.concurrent.StructuredTaskScopeImpl");

    private static List<ModelLine> lines;

    @BeforeAll
    static void read() throws Exception {
        try (InputStream in = Models.class.getResourceAsStream("jdk.model")) {
            lines = ModelFile.parse("jdk.model", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(lines).hasSizeGreaterThan(1000);
    }

    private static Class<?> type(ModelLine line) {
        try {
            return Class.forName(line.type(), false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Test
    void namesTypesThatExist() {
        for (ModelLine line : lines) {
            if (!LATER_TYPES.contains(line.type())) {
                assertThat(type(line)).as(line.type()).isNotNull();
            }
        }
    }

    /** Many types share a list of methods that not all of them have; a name that none has is a mistake. */
    @Test
    void namesMethodsThatExist() {
        Set<String> missing = new TreeSet<>();
        Set<String> found = new TreeSet<>(LATER);
        found.add("*");
        for (ModelLine line : lines) {
            missing.add(line.method());
            for (Class<?> c = type(line); c != null; c = c.getSuperclass()) {
                addMethods(c, found);
            }
        }
        missing.removeAll(found);
        assertThat(missing).isEmpty();
    }

    private static void addMethods(Class<?> type, Set<String> names) {
        for (Method method : type.getDeclaredMethods()) {
            names.add(method.getName());
        }
        for (Class<?> parent : type.getInterfaces()) {
            addMethods(parent, names);
        }
    }

    @Test
    void namesFieldsThatExist() {
        for (ModelLine line : lines) {
            for (Effect effect : line.effects()) {
                if (!effect.field().isEmpty()) {
                    assertThat(hasField(type(line), effect.field()))
                            .as("%s.%s", line.type(), effect.field())
                            .isTrue();
                }
            }
        }
    }

    private static boolean hasField(Class<?> type, String field) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            try {
                return Unsafe.getUnsafe().objectFieldOffset(c, field) > 0;
            } catch (InternalError absent) {
                continue;
            }
        }
        return false;
    }
}
