// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Modes that measure how long an access takes get a probe behind it, and behind plain accesses only. */
class AccessEndsTest {
    private static List<String> probes(String type, String method) {
        try (InstrumentationRig rig = InstrumentationRig.watching()) {
            rig.call(rig.load(type), method);
            return List.copyOf(rig.log);
        }
    }

    @Test
    void accessesOfFieldsHaveAProbeBehindThem() {
        assertThat(probes("sample.Fields", "plain"))
                .containsSubsequence(
                        "read Fields.i on Fields",
                        "afterRead Fields.i on Fields",
                        "write Fields.i on Fields",
                        "afterWrite Fields.i on Fields",
                        "read Fields.j on Fields",
                        "afterRead Fields.j on Fields",
                        "write Fields.j on Fields",
                        "afterWrite Fields.j on Fields");
    }

    @Test
    void accessesOfPlainStaticFieldsHaveAProbeBehindThem() {
        assertThat(probes("sample.Fields", "statics"))
                .containsExactly(
                        "enterInitializer sample.Fields",
                        "exitInitializer sample.Fields",
                        "writeStatic Fields.si",
                        "afterWriteStatic Fields.si",
                        "readStatic Fields.si",
                        "afterReadStatic Fields.si",
                        "writeStatic Fields.sj",
                        "afterWriteStatic Fields.sj",
                        "readStatic Fields.sj",
                        "afterReadStatic Fields.sj");
    }

    @Test
    void accessesOfElementsOfAllSizesHaveAProbeBehindThem() {
        assertThat(probes("sample.Arrays", "ints"))
                .containsExactly(
                        "writeElement int[] 1",
                        "afterWriteElement int[] 1",
                        "readElement int[] 1",
                        "afterReadElement int[] 1");
        assertThat(probes("sample.Arrays", "compound"))
                .endsWith(
                        "readElement double[] 1",
                        "afterReadElement double[] 1",
                        "writeElement double[] 1",
                        "afterWriteElement double[] 1",
                        "readElement double[] 1",
                        "afterReadElement double[] 1");
    }

    @Test
    void linesAndEndsOfMethodsHaveProbesWhenThePlanHasThem() {
        try (InstrumentationRig rig = InstrumentationRig.watchingExits()) {
            rig.call(rig.load("sample.Arrays"), "ints");
            assertThat(rig.log)
                    .containsExactly(
                            "regionBegin Arrays.ints inside 0",
                            "comesTo",
                            "comesTo",
                            "writeElement int[] 1",
                            "afterWriteElement int[] 1",
                            "comesTo",
                            "readElement int[] 1",
                            "afterReadElement int[] 1",
                            "regionEnd Arrays.ints inside 0");
        }
    }

    @Test
    void accessesCallWhatTheModeNames() {
        try (InstrumentationRig rig = InstrumentationRig.watching()) {
            byte[] plain = InstrumentationRig.bytes("sample.Fields");
            int probes = calls(rig.instrument(plain), Snippet.PROBES);
            rig.accessOwner = "test/Switch";
            byte[] switched = rig.instrument(plain);
            assertThat(calls(switched, "test/Switch")).isPositive();
            assertThat(calls(switched, "test/Switch") + calls(switched, Snippet.PROBES))
                    .isEqualTo(probes);
            assertThat(calls(switched, Snippet.PROBES)).as("class initialisers").isLessThan(probes / 4);
        }
    }

    private static ClassNode parse(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        return node;
    }

    private static int calls(byte[] classFile, String owner) {
        int probes = 0;
        for (MethodNode method : parse(classFile).methods) {
            for (AbstractInsnNode node : method.instructions) {
                probes += node instanceof MethodInsnNode call && call.owner.equals(owner) ? 1 : 0;
            }
        }
        return probes;
    }

    @Test
    void monitorsHaveNoProbes() {
        assertThat(probes("sample.Monitors", "run")).noneMatch(line -> line.contains("Enter") || line.contains("Exit"));
    }
}
