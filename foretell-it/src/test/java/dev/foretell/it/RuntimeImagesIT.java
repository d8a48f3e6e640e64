// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Programs, and the tool itself, on runtimes that jlink made with few modules: it works, or one sentence names the
 * module.
 */
class RuntimeImagesIT {
    private static final String RACY = "dev.foretell.it.fail.race.RaceOnStatic";

    /**
     * The {@code java} of a runtime with these modules and what they require; skips the test where none can be linked.
     */
    private static String image(String name, String modules) {
        Path jlink = Path.of(Foretell.programJava()).resolveSibling("jlink");
        assumeTrue(Files.isExecutable(jlink), () -> "no jlink beside " + Foretell.programJava());
        Path image = Foretell.folder("images").resolveSibling("image-" + name + "-" + Foretell.programVersion());
        if (!Files.exists(image.resolve("bin/java"))) {
            ChildProcess.Ended linked =
                    new ChildProcess(jlink.toString(), "--add-modules", modules, "--output", image.toString()).run();
            assumeTrue(
                    linked.exit() == 0 || !linked.out().contains("not found"),
                    () -> "this JDK has no modules to link: " + linked);
            assertThat(linked.exit()).as("%s", linked).isZero();
        }
        return image.resolve("bin/java").toString();
    }

    private static List<String> command(Path folder, String verb, String java, String className, String... options) {
        List<String> command = new ArrayList<>(List.of(verb, "-o", folder.toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("--", java, "-cp", Foretell.classes().toString(), className));
        return command;
    }

    private static void saysOnce(ChildProcess.Ended run, String sentence) {
        assertThat(run.exit()).as("%s", run).isEqualTo(3);
        assertThat(run.err()).as("%s", run).contains(sentence).doesNotContain("\tat ", "by itself");
        assertThat(run.err().lines().filter(line -> line.startsWith("foretell: ")))
                .as("%s", run)
                .hasSize(1);
    }

    @Test
    void runtimeWithoutInstrumentIsNamed() {
        String java = image("base", "java.base");
        String sentence = "its Java runtime has no module java.instrument";
        for (String verb : List.of("check", "watch", "record")) {
            saysOnce(
                    Foretell.command(command(Foretell.folder("image-" + verb), verb, java, RACY))
                            .run(),
                    sentence);
        }
        String line = String.join(" ", java, "-cp", Foretell.classes().toString(), RACY);
        Path folder = Foretell.folder("image-script");
        saysOnce(
                Foretell.command("check", "-o", folder.toString(), "--", "sh", "-c", line + " || true")
                        .run(),
                sentence);
    }

    @Test
    void instrumentSuffices() {
        String java = image("instrument", "java.instrument");
        Path folder = Foretell.folder("image-suffices");
        ChildProcess.Ended run =
                Foretell.command(command(folder, "check", java, RACY)).run();
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
        ReportJson report = ReportJson.of(folder);
        assertThat(report.confirmed()).as("%s\n%s", run, report).isNotEmpty();
        String clip = folder.resolve(report.confirmed().get(0).clip()).toString();
        ChildProcess.Ended replay = Foretell.command("replay", clip).run();
        assertThat(replay.exit()).as("%s", replay).isZero();
        ChildProcess.Ended debug = Foretell.command("replay", clip, "--debug").run();
        assertThat(debug.exit()).as("%s", debug).isEqualTo(3);
        assertThat(debug.err())
                .as("%s", debug)
                .contains("has no module jdk.jdwp.agent")
                .doesNotContain("\tat ");
    }

    /** Without java.management the recorded run cannot report a deadlock: then an empty report would be wrong. */
    @Test
    void deadlockThatCannotBeSeenIsSaid() {
        String java = image("instrument-too", "java.instrument");
        Path folder = Foretell.folder("image-deadlock");
        ChildProcess.Ended run = Foretell.command(command(
                        folder,
                        "check",
                        java,
                        "dev.foretell.it.hard.BesideDeadlock",
                        "--record-timeout",
                        "8s",
                        "--timeout",
                        "10s"))
                .run();
        assertThat(run.out()).as("%s", run).contains("no module java.management");
        folder = Foretell.folder("image-standstill");
        run = Foretell.command(command(folder, "check", java, "dev.foretell.it.hard.BesideDeadlock$Alone"))
                .run();
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
        assertThat(run.out())
                .as("that every thread waits is known without it\n%s", run)
                .contains("seen in the recorded run");
    }

    @Test
    void toolOnBareRuntimeNamesWhatItNeeds() {
        String jar = System.getProperty("foretell.jar");
        Path folder = Foretell.folder("image-tool");
        List<String> command = new ArrayList<>(List.of(image("base-too", "java.base"), "-jar", jar));
        command.addAll(command(folder, "check", Foretell.programJava(), RACY));
        saysOnce(new ChildProcess(command).run(), "has no module java.xml");
        assertThat(folder).isEmptyDirectory();
        List<String> enough = new ArrayList<>(List.of(image("xml", "java.xml"), "-jar", jar));
        enough.addAll(command(folder, "check", Foretell.programJava(), RACY));
        ChildProcess.Ended run = new ChildProcess(enough).run();
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
    }
}
