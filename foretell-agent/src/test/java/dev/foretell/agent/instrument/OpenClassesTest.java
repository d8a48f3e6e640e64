// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenClassesTest {
    private static OpenClasses asked(String... include) {
        return new OpenClasses(new Selection(List.of(include), List.of("java.util.BitSet")));
    }

    @Test
    void opensCollectionsAndFormats() {
        OpenClasses open = asked("java.util.**", "java.text.*");
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
        OpenClasses one = asked("java.util.HashMap");
        assertThat(one.contains("java/util/HashMap$Node")).isTrue();
        assertThat(one.contains("java/util/ArrayList")).isFalse();
        assertThat(asked("java.util.**").contains("java/util/BitSet")).isFalse();
    }

    @Test
    void leavesClassesWithSynchronizedMethodsClosedAndThoseBelowAndInThem() {
        OpenClasses open = asked("java.util.**");
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
        OpenClasses open = asked("java.**");
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
