// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ProgramRecording;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.ReportJson.Found;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The ways in which programs are started in the field: by scripts, several at once, beside another agent. */
@Execution(ExecutionMode.CONCURRENT)
class LaunchersIT {
    private static final String RACY = "dev.foretell.it.fail.race.RaceOnStatic";
    private static final String SMALL = "dev.foretell.it.odd.Halt";

    private static String line(String className, String... jvmOptions) {
        return String.join(" ", Foretell.program(className, List.of(jvmOptions), List.of()));
    }

    private static ReportJson check(Path folder, List<String> command) {
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        arguments.addAll(command);
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.confirmed()).as("%s\n%s", run, report).isNotEmpty();
        return report;
    }

    private static void replay(Path folder, ReportJson report) {
        Found found = report.confirmed().get(0);
        ChildProcess.Ended replay = Foretell.command(
                        "replay", folder.resolve(found.clip()).toString(), "--times", "3")
                .run();
        assertThat(replay.exit()).as("%s", replay).isZero();
    }

    @Test
    void shellScriptStartsTheProgram() {
        Path folder = Foretell.folder("script");
        ReportJson report = check(folder, List.of("sh", "-c", "echo from the script; " + line(RACY)));
        assertThat(report.confirmed().get(0).variable()).endsWith(".hits");
        replay(folder, report);
    }

    @Test
    void launcherStartsTwoJvms() {
        Path folder = Foretell.folder("two-jvms");
        ReportJson report = check(folder, List.of("sh", "-c", line(SMALL) + "; " + line(RACY)));
        assertThat(report.confirmed().get(0).variable()).endsWith(".hits");
        assertThat(report.root().path("run").path("otherJvms"))
                .as("what was not analysed is reported\n%s", report)
                .hasSize(1);
        replay(folder, report);
        ProgramRecording recorded = ProgramRecording.of(
                "two-jvms-at-once", List.of("sh", "-c", line(SMALL) + " & " + line(RACY) + "; wait"));
        assertThat(recorded.jvms()).as("%s", recorded.run()).hasSize(2);
    }

    @Test
    void jacocoMayComeSecond() {
        Path folder = Foretell.folder("jacoco-second");
        Path coverage = folder.resolveSibling("jacoco-second.exec");
        ReportJson report = check(
                folder,
                Foretell.program(
                        RACY, List.of("-javaagent:" + Foretell.otherAgent() + "=destfile=" + coverage), List.of()));
        assertThat(coverage).isNotEmptyFile();
        replay(folder, report);
    }

    @Test
    void jacocoMayComeFirst() {
        Path folder = Foretell.folder("jacoco-first");
        Path coverage = folder.resolveSibling("jacoco-first.exec");
        String script = "JAVA_TOOL_OPTIONS=\"-javaagent:" + Foretell.otherAgent() + "=destfile=" + coverage
                + " $JAVA_TOOL_OPTIONS\" exec " + line(RACY);
        ReportJson report = check(folder, List.of("sh", "-c", script));
        assertThat(coverage).isNotEmptyFile();
        replay(folder, report);
    }

    /** A method close to the limit of 64 KB cannot take probes; it must still run, and the report must name it. */
    @Test
    void hugeMethodRunsUnchanged() throws IOException {
        StringBuilder source = new StringBuilder("public class Huge { static int a; int b; int[] c = new int[2];\n");
        source.append("void run() {\n");
        for (int i = 0; i < 1400; i++) {
            source.append("b += a + ").append(i).append("; c[b & 1] ^= b; a = b * 31;\n");
        }
        source.append("}\npublic static void main(String[] x) throws Exception { Huge h = new Huge();\n")
                .append("Thread t = new Thread(h::run); t.start(); t.join(); h.run();\n")
                .append("System.out.println(a + \" \" + h.b + \" \" + h.c[0]); } }\n");
        Path classes = Foretell.folder("huge-classes");
        compile("Huge", source.toString(), classes);
        List<String> command = List.of(Foretell.programJava(), "-cp", classes.toString(), "Huge");
        ChildProcess.Ended plain = new ChildProcess(command).run();
        assertThat(plain.exit()).as("%s", plain).isZero();
        ProgramRecording recorded = ProgramRecording.of("huge", command);
        assertThat(recorded.run().out()).as("%s", recorded.run()).isEqualTo(plain.out());
        assertThat(recorded.programErr()).as("%s", recorded.run()).isEqualTo(plain.err());
        assertThat(recorded.trace().trace().run().classes().partial())
                .as("methods left as they are")
                .anyMatch(text -> text.contains("Huge") && text.contains("run"));
    }

    private static void compile(String name, String source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        SimpleJavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), SimpleJavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return source;
                    }
                };
        boolean done = compiler.getTask(
                        messages, null, null, List.of("--release", "17", "-d", classes.toString()), null, List.of(file))
                .call();
        assertThat(done).as("%s", messages).isTrue();
        assertThat(Files.size(classes.resolve(name + ".class"))).isGreaterThan(40_000);
    }
}
