// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Probes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which classes are taken, and what is said about the others. */
class TransformerTest {
    private static byte[] transform(
            InstrumentationRig rig, ClassLoader loader, Module module, String name, byte[] classFile) {
        Selection selection = new Selection(List.of(), List.of("excluded.**"));
        return new Transformer(
                        rig.mode().plan(),
                        rig.mode(),
                        selection,
                        InstrumentationRig.NONE,
                        rig.mode().library(),
                        Probes.class)
                .transform(module, loader, name, null, null, classFile);
    }

    private static byte[] transform(InstrumentationRig rig, ClassLoader loader, String name, byte[] classFile) {
        return transform(rig, loader, TransformerTest.class.getModule(), name, classFile);
    }

    /** A loader of the program's. */
    private static ClassLoader loader(ClassLoader parent) {
        return new ClassLoader(parent) {};
    }

    private static ClassLoader own() {
        return loader(TransformerTest.class.getClassLoader());
    }

    @Test
    void takesClassesOfTheProgram() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(transform(rig, own(), "sample/Fields", InstrumentationRig.bytes("sample.Fields")))
                    .isNotNull();
            assertThat(rig.reports).isEmpty();
        }
    }

    @Test
    void passesOverTheJdkWithoutAWord() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            byte[] any = InstrumentationRig.bytes("sample.Fields");
            Module java = Object.class.getModule();
            assertThat(transform(rig, null, java, "java/util/Any", any)).isNull();
            assertThat(transform(rig, ClassLoader.getPlatformClassLoader(), java, "java/sql/Any", any))
                    .isNull();
            assertThat(transform(rig, own(), java, "com/sun/tools/javac/Main", any))
                    .isNull();
            assertThat(transform(rig, own(), null, any)).isNull();
            assertThat(transform(rig, own(), "org/jacoco/agent/rt/Agent", any)).isNull();
            assertThat(rig.reports).isEmpty();
            assertThat(rig.classes).isEmpty();
        }
    }

    @Test
    void skipsWhatTheUserExcluded() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(transform(rig, own(), "excluded/Thing", InstrumentationRig.bytes("sample.Fields")))
                    .isNull();
            assertThat(rig.reports).containsExactly("skipped excluded.Thing");
        }
    }

    @Test
    void skipsClassesWhoseLoaderDoesNotSeeTheProbes() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            byte[] any = InstrumentationRig.bytes("sample.Fields");
            ClassLoader blind = loader(ClassLoader.getPlatformClassLoader());
            assertThat(transform(rig, blind, "sample/Fields", any)).isNull();
            assertThat(rig.reports).containsExactly("skipped sample.Fields");
        }
    }

    @Test
    void reportsClassFilesThatAreTooNew() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            byte[] future = InstrumentationRig.bytes("sample.Fields").clone();
            future[6] = 0;
            future[7] = 44 + 77;
            assertThat(transform(rig, own(), "sample/Fields", future)).isNull();
            assertThat(rig.reports).hasSize(1);
            assertThat(rig.reports.get(0))
                    .startsWith("failed sample.Fields: its class file is for Java 77, newer than the Java ")
                    .endsWith("update Foretell");
        }
    }

    @Test
    void reportsBrokenClassFilesAndNeverThrows() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            byte[] whole = InstrumentationRig.bytes("sample.Fields");
            for (int length = 0; length < whole.length; length += 7) {
                byte[] cut = java.util.Arrays.copyOf(whole, length);
                assertThat(transform(rig, own(), "sample/Fields", cut)).isNull();
            }
            assertThat(rig.reports)
                    .allMatch(report -> report.startsWith("failed sample.Fields: instrumenting failed: "));
        }
    }
}
