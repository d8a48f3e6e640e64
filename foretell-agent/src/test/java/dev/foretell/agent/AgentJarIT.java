// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** The shipped jar is tested, not trusted: mistakes in packaging must show here and not in a user's program. */
class AgentJarIT {
    private static final String FIX = "(the jar is put together by the executions \"relocate\" and \"arrange\" in"
            + " foretell-agent/pom.xml; run: mvn -pl foretell-agent -am clean package)";

    private static final List<String> DATA =
            List.of("core/dev/foretell/agent/model/jdk.model", "core/dev/foretell/agent/model/safe.types");

    private static final List<String> PACKAGES =
            List.of("core/dev/foretell/agent/", "core/dev/foretell/trace/", "core/dev/foretell/bytecode/");

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(Agents.jar())) {
            List<String> names = new ArrayList<>();
            jar.stream().map(ZipEntry::getName).forEach(names::add);
            return names;
        }
    }

    @Test
    void showsOnlyTheEntryPointToTheProgram() throws IOException {
        assertThat(entries())
                .as("entries of the agent's jar outside core/ " + FIX)
                .filteredOn(name -> !name.startsWith("core/"))
                .containsExactlyInAnyOrder(
                        "META-INF/MANIFEST.MF",
                        "META-INF/LICENSE",
                        "META-INF/THIRD-PARTY.txt",
                        "dev/foretell/agent/Premain.class",
                        "dev/foretell/agent/CoreLoader.class",
                        "foretell-probe.jar");
    }

    @Test
    void keepsTheCoreToOurOwnPackages() throws IOException {
        assertThat(entries())
                .as("entries of core/, with the bytecode library relocated " + FIX)
                .filteredOn(name -> name.startsWith("core/"))
                .allMatch(name -> PACKAGES.stream().anyMatch(name::startsWith))
                .allMatch(name -> name.endsWith(".class") || DATA.contains(name))
                .containsAll(DATA)
                .contains("core/dev/foretell/agent/AgentStart.class", "core/dev/foretell/agent/asm/ClassReader.class")
                .doesNotContain("core/dev/foretell/agent/Premain.class");
    }

    @Test
    void carriesTheProbesOnlyInTheirOwnJar() throws IOException {
        assertThat(entries())
                .as("probe classes outside foretell-probe.jar would exist twice in the program " + FIX)
                .noneMatch(name -> name.contains("dev/foretell/probe/"));
        List<String> nested = new ArrayList<>();
        try (JarFile jar = new JarFile(Agents.jar());
                ZipInputStream in = new ZipInputStream(jar.getInputStream(jar.getEntry("foretell-probe.jar")))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                nested.add(entry.getName());
            }
        }
        assertThat(nested)
                .as("classes of foretell-probe.jar, all of which go to the boot loader " + FIX)
                .filteredOn(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                .contains("dev/foretell/probe/Probes.class")
                .allMatch(name -> name.startsWith("dev/foretell/probe/"))
                .hasSizeLessThan(12);
    }

    @Test
    void namesItsEntryPoint() throws IOException {
        try (JarFile jar = new JarFile(Agents.jar())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Premain-Class")).isEqualTo("dev.foretell.agent.Premain");
            assertThat(manifest.getValue("Agent-Class")).isEqualTo("dev.foretell.agent.Premain");
            assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
        }
    }

    @Test
    void hasTheSameDateOnEveryEntry() throws IOException {
        try (JarFile jar = new JarFile(Agents.jar())) {
            assertThat(jar.stream().map(ZipEntry::getTime).distinct())
                    .as("dates in the jar; it must be the same bytes in every build " + FIX)
                    .hasSize(1);
        }
    }
}
