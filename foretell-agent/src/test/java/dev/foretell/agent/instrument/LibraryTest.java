// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Whole libraries, class by class: all can be instrumented, and the JVM's own verifier accepts them. */
class LibraryTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                ClassReader.class,
                org.objectweb.asm.util.CheckClassAdapter.class,
                org.assertj.core.api.Assertions.class,
                org.junit.jupiter.engine.JupiterTestEngine.class,
                org.junit.platform.commons.util.ReflectionUtils.class,
            })
    void isAcceptedByTheVerifier(Class<?> member) throws Exception {
        isAcceptedByTheVerifier(member, InstrumentationRig.recording());
        isAcceptedByTheVerifier(member, InstrumentationRig.directing());
        isAcceptedByTheVerifier(member, InstrumentationRig.of(true, AgentOptions.Regions.METHODS));
    }

    private static void isAcceptedByTheVerifier(Class<?> member, InstrumentationRig opened) throws Exception {
        try (InstrumentationRig rig = opened) {
            List<String> names = addAll(rig, member);
            for (String name : names) {
                link(rig, name);
            }
            assertThat(names).hasSizeGreaterThan(20);
            assertThat(rig.classes).hasSizeGreaterThanOrEqualTo(names.size());
            assertThat(rig.reports).noneMatch(report -> report.startsWith("failed"));
        }
    }

    /** Listing a class's methods makes the JVM verify it, without running its initialiser. */
    private static void link(InstrumentationRig rig, String name) {
        try {
            rig.load(name).getDeclaredMethods();
        } catch (NoClassDefFoundError e) {
            assertThat(e.getMessage()).matches("org/hamcrest/.*|org/junit/ru.*|kotlin.*");
        }
    }

    private static List<String> addAll(InstrumentationRig rig, Class<?> member) throws IOException, URISyntaxException {
        Path jar = Path.of(
                member.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> names = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : java.util.Collections.list(zip.entries())) {
                String path = entry.getName();
                if (path.endsWith(".class") && !path.endsWith("-info.class") && !path.startsWith("META-INF")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        byte[] classFile = in.readAllBytes();
                        ClassReader reader = new ClassReader(classFile);
                        if ((reader.getAccess() & Opcodes.ACC_MODULE) == 0) {
                            String name = reader.getClassName().replace('/', '.');
                            rig.add(name, classFile);
                            names.add(name);
                        }
                    }
                }
            }
        }
        return names;
    }
}
