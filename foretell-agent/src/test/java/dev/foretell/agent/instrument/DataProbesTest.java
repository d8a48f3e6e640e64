// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which accesses to data are announced, and how. */
class DataProbesTest {
    private static List<String> probes(String type, String method) {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            Class<?> loaded = rig.load(type);
            rig.call(loaded, method);
            List<String> first = List.copyOf(rig.log);
            rig.call(loaded, method);
            assertThat(rig.reports).isEmpty();
            assertThat(first).endsWith(rig.log.toArray(new String[0]));
            return rig.log;
        }
    }

    @Test
    void announcesPlainFieldsBeforeTheAccess() {
        assertThat(probes("sample.Fields", "plain"))
                .containsSubsequence(
                        "read Fields.i on Fields",
                        "write Fields.i on Fields",
                        "read Fields.j on Fields",
                        "write Fields.j on Fields",
                        "read Fields.i on Fields",
                        "read Fields.j on Fields");
    }

    @Test
    void announcesVolatilesBeforeAndAfter() {
        assertThat(probes("sample.Fields", "volatiles"))
                .endsWith(
                        "beforeVolatile Fields.vi on Fields",
                        "afterVolatile Fields.vi on Fields",
                        "beforeVolatile Fields.vi on Fields",
                        "afterVolatile Fields.vi on Fields",
                        "beforeVolatile Fields.vj on Fields",
                        "afterVolatile Fields.vj on Fields",
                        "beforeVolatile Fields.vj on Fields",
                        "afterVolatile Fields.vj on Fields",
                        "beforeVolatile Fields.vi on Fields",
                        "afterVolatile Fields.vi on Fields",
                        "beforeVolatile Fields.vj on Fields",
                        "afterVolatile Fields.vj on Fields");
    }

    @Test
    void announcesStaticFieldsWithoutTarget() {
        assertThat(probes("sample.Fields", "statics"))
                .containsExactly(
                        "writeStatic Fields.si",
                        "readStatic Fields.si",
                        "writeStatic Fields.sj",
                        "beforeVolatile Fields.vsi on null",
                        "afterVolatile Fields.vsi on null",
                        "beforeVolatile Fields.vsi on null",
                        "afterVolatile Fields.vsi on null",
                        "beforeVolatile Fields.vsd on null",
                        "afterVolatile Fields.vsd on null",
                        "readStatic Fields.sj",
                        "beforeVolatile Fields.vsd on null",
                        "afterVolatile Fields.vsd on null");
    }

    @Test
    void ignoresFinalFields() {
        assertThat(probes("sample.Fields", "finals"))
                .noneMatch(line -> line.toLowerCase().contains("constant"));
    }

    @Test
    void namesTheOwnerAsTheInstructionDoes() {
        assertThat(probes("sample.Fields", "inherited"))
                .endsWith(
                        "write Fields$Derived.i on Derived",
                        "read Fields$Derived.i on Derived",
                        "write Fields$Derived.own on Derived",
                        "read Fields$Derived.own on Derived");
    }

    @Test
    void announcesElementsWithTheirIndex() {
        assertThat(probes("sample.Arrays", "ints")).containsExactly("writeElement int[] 1", "readElement int[] 1");
        assertThat(probes("sample.Arrays", "longs")).containsExactly("writeElement long[] 2", "readElement long[] 2");
        assertThat(probes("sample.Arrays", "compound"))
                .containsExactly(
                        "writeElement double[] 0",
                        "writeElement double[] 1",
                        "readElement double[] 1",
                        "writeElement double[] 1",
                        "readElement double[] 1");
    }

    @Test
    void ignoresTheCompilersSwitchTables() {
        assertThat(probes("sample.Shapes", "enumSwitch")).isEmpty();
    }

    @Test
    void announcesCopiesOfObjects() {
        assertThat(probes("sample.Shapes", "cloning")).endsWith("cloned on Sheep on Sheep", "cloned on Sheep on Sheep");
    }

    @Test
    void saysWhereEachSiteIs() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.Arrays");
            List<Site> sites = rig.classes.get("sample.Arrays").sites();
            Site store = sites.get(0);
            assertThat(store.className()).isEqualTo("sample.Arrays");
            assertThat(store.method()).isEqualTo("ints()Ljava/lang/Object;");
            assertThat(store.sourceFile()).isEqualTo("Arrays.java");
            assertThat(store.op()).isEqualTo(EventKind.WRITE);
            assertThat(store.what()).isEqualTo("int[]");
            // iconst_3, newarray int, astore_0, aload_0, iconst_1, iconst_5: the store is the byte at 7
            assertThat(store.offset()).isEqualTo(7);
            assertThat(store.line()).isEqualTo(8);
            assertThat(rig.sites.get(1)).isEqualTo(store);
        }
    }

    @Test
    void numbersSitesInTheOrderOfTheInstructions() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.Fields");
            String method = "";
            int last = -1;
            for (Site site : rig.classes.get("sample.Fields").sites()) {
                if (site.method().equals(method)) {
                    assertThat(site.offset()).isGreaterThanOrEqualTo(last);
                }
                method = site.method();
                last = site.offset();
            }
        }
    }

    @Test
    void givesTheSameSitesToTheSameBytes() {
        List<Site> first;
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.Monitors");
            first = rig.classes.get("sample.Monitors").sites();
        }
        try (InstrumentationRig rig = InstrumentationRig.directing()) {
            rig.load("sample.Monitors");
            assertThat(rig.classes.get("sample.Monitors").sites()).isEqualTo(first);
        }
    }
}
