// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Calls of library methods get probes with the receiver, and the program behaves as before. */
class LibraryProbesTest {
    private static final String TYPE = "sample.LibraryUse";

    private static List<String> probes(String method, Object expected) {
        try (InstrumentationRig rig = InstrumentationRig.withModels()) {
            Object result = rig.call(rig.load(TYPE), method);
            assertThat(result).isEqualTo(expected);
            return List.copyOf(rig.log);
        }
    }

    @Test
    void announcesLocks() {
        assertThat(probes("locks", true))
                .containsExactly(
                        "beforeCall on ReentrantLock with 0",
                        "afterCall on ReentrantLock gave  on null",
                        "beforeCall on ReentrantLock with 0",
                        "afterCall on ReentrantLock gave true",
                        "beforeCall on ReentrantLock with 0");
    }

    @Test
    void takesWideArgumentsAndResults() {
        assertThat(probes("wideResult", true))
                .containsExactly(
                        "beforeCall on StampedLock with 0",
                        "afterCall on StampedLock gave true",
                        "beforeCall on StampedLock with 0");
        assertThat(probes("wideArguments", true))
                .contains("afterCall on AtomicLong gave true")
                .hasSize(4);
    }

    @Test
    void followsTheHierarchyOfTheNamedType() {
        assertThat(probes("throughInterfaces", 3))
                .contains("beforeCall on HashMap with -1", "beforeCall on ArrayList with 0");
    }

    @Test
    void staticMethodsHaveNoObject() {
        assertThat(probes("statics", "on")).startsWith("beforeCall on null with 0");
    }

    @Test
    void leavesMessagesAboutNullAsTheyWere() {
        try (InstrumentationRig rig = InstrumentationRig.withModels()) {
            Object result = rig.call(rig.load(TYPE), "nothing");
            assertThat(result).isInstanceOf(NullPointerException.class);
            assertThat(((Exception) result).getMessage())
                    .contains("\"java.util.List.size()\" because \"")
                    .endsWith("\" is null");
        }
    }

    @Test
    void passesOverBuildersThatDoNotEscape() {
        assertThat(probes("text", "3"))
                .filteredOn(line -> line.startsWith("beforeCall"))
                .hasSize(2);
    }

    @Test
    void keepsHandlersValid() {
        assertThat(probes("handled", 1)).contains("beforeCall on ArrayList with 0");
    }

    @Test
    void seesWhatMethodReferencesCall() {
        assertThat(probes("references", 3L))
                .contains("beforeCall on AtomicLong with 0")
                .filteredOn(line -> line.startsWith("beforeCall on ArrayList with "))
                .hasSize(3);
    }

    @Test
    void handlesAreAccessesToTheirFields() {
        try (InstrumentationRig rig = InstrumentationRig.withModels()) {
            Object result = rig.call(rig.load("sample.HandleUse"), "handles");
            assertThat(result).isEqualTo(true);
            assertThat(rig.log)
                    .filteredOn(line -> line.startsWith("beforeCall"))
                    .hasSize(6);
            assertThat(rig.sites)
                    .filteredOn(site -> site.methodName().equals("handles"))
                    .extracting(site -> site.op() + " " + site.what())
                    .contains(
                            "WRITE sample.HandleUse.value",
                            "VOLATILE_READ sample.HandleUse.value",
                            "VOLATILE_WRITE sample.HandleUse.value",
                            "VOLATILE_WRITE sample.HandleUse.count",
                            "VOLATILE_WRITE sample.HandleUse.name");
        }
    }

    @Test
    void handlesOfStaticFieldsNameThem() {
        assertThat(accesses("statics"))
                .containsExactly(
                        "WRITE sample.HandleUse.total",
                        "VOLATILE_READ sample.HandleUse.total",
                        "VOLATILE_WRITE sample.HandleUse.total",
                        "VOLATILE_READ sample.HandleUse.total",
                        "VOLATILE_WRITE sample.HandleUse.total",
                        "VOLATILE_READ sample.HandleUse.total",
                        "READ sample.HandleUse.total");
    }

    @Test
    void handlesOfArraysAreAccessesToElements() {
        assertThat(accesses("elements"))
                .containsExactly(
                        "WRITE long[]", "VOLATILE_READ long[]", "VOLATILE_WRITE long[]", "VOLATILE_READ long[]");
    }

    /** What the sites of a method that uses handles are about. */
    private static List<String> accesses(String method) {
        try (InstrumentationRig rig = InstrumentationRig.withModels()) {
            assertThat(rig.call(rig.load("sample.HandleUse"), method)).isEqualTo(true);
            return rig.sites.stream()
                    .filter(site -> site.methodName().equals(method))
                    .map(site -> site.op() + " " + site.what())
                    .toList();
        }
    }

    @Test
    void anOffsetStandsForItsField() {
        try (InstrumentationRig rig = InstrumentationRig.withModels()) {
            rig.add("sample.UnsafeUse", withRealUnsafe(InstrumentationRig.bytes("sample.UnsafeUse")));
            assertThat(rig.call(rig.load("sample.UnsafeUse"), "offsets")).isEqualTo(true);
            assertThat(rig.sites)
                    .filteredOn(site -> site.className().equals("sample.UnsafeUse")
                            && site.op().isAccess()
                            && !(site.what().equals("int[]") && !site.op().isVolatile()))
                    .extracting(site -> site.op() + " " + site.what() + " in " + site.methodName())
                    .containsExactly(
                            "VOLATILE_READ sample.UnsafeUse.count in offsets",
                            "VOLATILE_WRITE sample.UnsafeUse.count in offsets",
                            "VOLATILE_READ sample.UnsafeUse.count in offsets",
                            "VOLATILE_WRITE sample.UnsafeUse.count in offsets",
                            "VOLATILE_WRITE sample.UnsafeUse.count in offsets",
                            "READ sample.UnsafeUse.count in offsets",
                            "VOLATILE_READ sample.UnsafeUse.count in offsets",
                            "VOLATILE_READ int[] in later",
                            "VOLATILE_WRITE int[] in later",
                            "VOLATILE_READ sample.UnsafeUse.count in later",
                            "VOLATILE_WRITE sample.UnsafeUse.count in later",
                            "VOLATILE_READ int[] in element",
                            "VOLATILE_WRITE int[] in element",
                            "VOLATILE_READ sample.UnsafeUse.count in element",
                            "VOLATILE_WRITE sample.UnsafeUse.count in element");
            assertThat(rig.reports).isEmpty();
        }
    }

    @Test
    void anArrayAndAnIndexAreAnElementWhateverTheHandle() {
        assertThat(accesses("unknownHandle")).contains("VOLATILE_READ Object[]");
    }

    private static byte[] withRealUnsafe(byte[] classFile) {
        ParsedClass parsed = new ParsedClass(classFile);
        parsed.fields.forEach(field -> field.desc = real(field.desc));
        for (MethodNode method : parsed.methods) {
            for (AbstractInsnNode node : method.instructions) {
                if (node instanceof MethodInsnNode call) {
                    call.owner = real(call.owner);
                } else if (node instanceof FieldInsnNode access) {
                    access.desc = real(access.desc);
                } else if (node instanceof TypeInsnNode type) {
                    type.desc = real(type.desc);
                }
            }
        }
        ClassWriter writer = new ClassWriter(0);
        parsed.accept(writer);
        return writer.toByteArray();
    }

    private static String real(String name) {
        return name.replace("sample/StandInUnsafe", "sun/misc/Unsafe");
    }

    @Test
    void aMissingKeyIsNotTheFirstOne() {
        assertThat(probes("missingKey", "NullPointerException"))
                .containsExactly("beforeCall on ConcurrentHashMap with -1");
    }

    @Test
    void passesTheNumberOfPermits() {
        assertThat(probes("counted", 3))
                .containsExactly(
                        "beforeCall on Semaphore with 2",
                        "afterCall on Semaphore gave true",
                        "beforeCall on Semaphore with 0",
                        "afterCall on Semaphore gave  on null");
    }

    @Test
    void namesCallsThatNoModelCovers() {
        try (InstrumentationRig rig = InstrumentationRig.withModels()) {
            rig.load(TYPE);
            assertThat(rig.reports)
                    .anyMatch(line -> line.startsWith("unmodelled java.lang.Process.waitFor at LibraryUse.java:"));
        }
    }

    @Test
    void usesOfObjectsThatMayHaveNoModelHaveAProbe() {
        try (InstrumentationRig rig = InstrumentationRig.withUnmodelledUses()) {
            assertThat(rig.call(rig.load(TYPE), "withoutModel")).isEqualTo("one 3 one 7 [x]");
            assertThat(rig.log)
                    .as("what is safe, has a model, or is nothing in particular has no probe of this kind")
                    .filteredOn(line -> line.startsWith("use "))
                    .containsExactly(
                            "use on Scanner", "use on HeapByteBuffer", "use on HeapByteBuffer", "use on Scanner");
        }
        assertThat(probes("withoutModel", "one 3 one 7 [x]"))
                .as("asked for by one mode only")
                .noneMatch(line -> line.startsWith("use "));
    }
}
