// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.instrument.HookAgent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every hook has found its place in every JDK at hand, and speaks exactly once. */
class JdkHooksIT {
    @TempDir
    Path work;

    static List<Path> jdks() throws IOException {
        return Agents.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void tellOfThreadsExactlyOnceAndHideTheField(Path jdk) throws Exception {
        Agents.Result result = Agents.run(
                jdk,
                work,
                "-javaagent:" + agentJar(),
                "-Xbootclasspath/a:" + System.getProperty("foretell.probe.jar"),
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "sample.Starts");
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .containsExactly(
                        "starting Tplain",
                        "running",
                        "exiting Tplain",
                        "not twice",
                        "starting Tfailing",
                        "leaving oops Tfailing",
                        "handled",
                        "exiting Tfailing",
                        "starting Tdelegating",
                        "leaving passed on Tdelegating",
                        "uncaught passed on Tdelegating",
                        "exiting Tdelegating",
                        "starting Tvirtual",
                        "running",
                        "exiting Tvirtual",
                        "[visible]",
                        "exiting Tmain");
    }

    private Path agentJar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", HookAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = work.resolve("hooks.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }
}
