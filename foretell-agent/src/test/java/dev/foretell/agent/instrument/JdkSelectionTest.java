// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JdkSelectionTest {
    private static JdkSelection asked(String... include) {
        return new JdkSelection(new Selection(List.of(include), List.of("java.util.BitSet")));
    }

    @Test
    void opensCollectionsAndFormats() {
        JdkSelection open = asked("java.util.**", "java.text.*");
        assertThat(open.any()).isTrue();
        assertThat(List.of(
                        "java/util/ArrayList",
                        "java/util/AbstractList$Itr",
                        "java/util/HashMap$Node",
                        "java/util/Collections$SynchronizedList",
                        "java/util/GregorianCalendar",
                        "java/text/SimpleDateFormat",
                        "java/lang/Iterable"))
                .allMatch(open::contains);
    }

    @Test
    void opensNothingUnlessAsked() {
        assertThat(asked().any()).isFalse();
        assertThat(asked().contains("java/util/ArrayList")).isFalse();
        assertThat(asked("com.acme.**").contains("java/util/ArrayList")).isFalse();
        JdkSelection one = asked("java.util.HashMap");
        assertThat(one.contains("java/util/HashMap$Node")).isTrue();
        assertThat(one.contains("java/util/ArrayList")).isFalse();
        assertThat(asked("java.util.**").contains("java/util/BitSet")).isFalse();
    }

    @Test
    void leavesClassesWithSynchronizedMethodsClosedAndThoseBelowAndInThem() {
        JdkSelection open = asked("java.util.**");
        assertThat(List.of(
                        "java/util/Vector",
                        "java/util/Stack",
                        "java/util/Vector$Itr",
                        "java/util/Hashtable",
                        "java/util/Properties",
                        "java/util/Random"))
                .noneMatch(open::contains);
        assertThat(open.closed()).contains("java.util.Vector", "java.util.Hashtable");
    }

    @Test
    void leavesWhatTheJvmNeedsClosed() {
        JdkSelection open = asked("java.**");
        assertThat(List.of(
                        "java/lang/String",
                        "java/lang/Thread",
                        "java/util/concurrent/ConcurrentHashMap",
                        "java/util/zip/ZipFile",
                        "java/util/Locale",
                        "jdk/internal/misc/Unsafe"))
                .noneMatch(open::contains);
    }
}
