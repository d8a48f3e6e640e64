// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a tree of its own, with commands {@code mvn} and {@code java} that only note their calls. */
class LauncherTest {
    @TempDir
    private Path home;

    private Path calls;
    private Path mayEnd;

    @BeforeEach
    void makeTree() throws IOException {
        calls = home.resolve("calls");
        mayEnd = home.resolve("may-end");
        Files.createFile(calls);
        Files.createFile(mayEnd);
        Files.copy(Path.of("..", "foretell"), home.resolve("foretell"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(home.resolve("foretell-tool/src"));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(home.resolve("good.jar")))) {
            jar.putNextEntry(new ZipEntry("x"));
        }
        // A build first leaves half a jar, as the packaging of a real one does. It notes its call behind that: a build
        // that is killed after the note has no process left that could still write.
        command(
                "mvn",
                "mkdir -p foretell-tool/target",
                "head -c 40 good.jar > foretell-tool/target/foretell.jar",
                "echo build >> calls",
                "until [ -e may-end ]; do sleep 0.05; done",
                "cp good.jar foretell-tool/target/foretell.jar");
        command(
                "java",
                "case \"$*\" in *warm-up) ;; *) cmp \"" + home + "/good.jar\" \"" + jar() + "\" || exit 9 ;; esac");
    }

    private Path jar() {
        return home.resolve("foretell-tool/target/launcher/foretell.jar");
    }

    private void command(String name, String... lines) throws IOException {
        Path file = Files.createDirectories(home.resolve("bin")).resolve(name);
        List<String> script = new ArrayList<>(List.of("#!/bin/sh"));
        script.addAll(Arrays.asList(lines));
        Files.write(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Process launch(String name) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(home.resolve("foretell").toString(), "demo");
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
        return builder.redirectErrorStream(true)
                .redirectOutput(home.resolve(name).toFile())
                .start();
    }

    private void succeeds(Process launcher, String name) throws Exception {
        assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue())
                .as(Files.readString(home.resolve(name)))
                .isZero();
    }

    private void await(Path file, String text) throws Exception {
        while (!Files.exists(file) || !Files.readString(file).contains(text)) {
            Thread.onSpinWait();
        }
    }

    private int builds() throws IOException {
        return Files.readAllLines(calls).size();
    }

    @Test
    void buildsOnce() throws Exception {
        succeeds(launch("first"), "first");
        succeeds(launch("second"), "second");
        assertThat(builds()).isEqualTo(1);
        assertThat(home.resolve("first")).content().contains("first use");
    }

    @Test
    void anInterruptedBuildLeavesNothingThatRuns() throws Exception {
        Files.delete(mayEnd);
        Process interrupted = launch("first");
        await(calls, "build");
        interrupted.descendants().forEach(ProcessHandle::destroyForcibly);
        interrupted.destroyForcibly().waitFor();
        assertThat(jar()).doesNotExist();
        Files.createFile(mayEnd);
        succeeds(launch("second"), "second");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aBrokenJarIsBuiltAnew() throws Exception {
        succeeds(launch("first"), "first");
        Files.write(jar(), Arrays.copyOf(Files.readAllBytes(jar()), 30));
        succeeds(launch("second"), "second");
        assertThat(home.resolve("second")).content().contains("the jar is broken");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aSecondCallWaitsForTheBuildOfTheFirst() throws Exception {
        Files.delete(mayEnd);
        Process first = launch("first");
        await(calls, "build");
        Process second = launch("second");
        await(home.resolve("second"), "waiting for another build");
        Files.createFile(mayEnd);
        succeeds(first, "first");
        succeeds(second, "second");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aFailedBuildIsNoFinding() throws Exception {
        command("mvn", "echo '[ERROR] no compiler'", "exit 1");
        Process launcher = launch("first");
        assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(ExitCode.TOOL);
        assertThat(home.resolve("first")).content().contains("no compiler");
    }
}
