// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ProgramRecording;
import dev.foretell.it.harness.ReportJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What scripts rely on: exit codes, files, the JSON on standard output, and the tool's check of itself. */
@Execution(ExecutionMode.CONCURRENT)
class ContractIT {
    private static List<String> check(Path folder, List<String> options, String program, String... jvmOptions) {
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString()));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(Foretell.program(program, List.of(jvmOptions), List.of()));
        return arguments;
    }

    @Test
    void jsonOnStandardOutputIsTheReport() {
        Path folder = Foretell.folder("json");
        ChildProcess.Ended run = Foretell.command(
                        check(folder, List.of("--json"), "dev.foretell.it.fail.race.RaceOnStatic"))
                .run();
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
        ReportJson printed = ReportJson.parse(run.out());
        assertThat(printed.root()).isEqualTo(ReportJson.of(folder).root());
        assertThat(printed.root().path("schema").asInt()).isEqualTo(1);
        assertThat(printed.root().path("exit").asInt()).isEqualTo(1);
        assertThat(printed.root().path("canary").path("race").asString("")).isEqualTo("confirmed");
        assertThat(printed.root().path("canary").path("deadlock").asString("")).isEqualTo("confirmed");
        assertThat(printed.root()
                        .path("run")
                        .path("classes")
                        .path("instrumented")
                        .asInt())
                .isPositive();
        assertThat(run.err()).as("the program's own output").contains("6 hits");
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
        assertThat(folder.resolve("report.txt")).isNotEmptyFile();
        assertThat(folder.resolve("clips")).isDirectoryContaining("glob:**.clip");
    }

    @Test
    void wrongUseExitsWithTwo() {
        for (List<String> wrong : List.of(
                List.of("check"),
                List.of("check", "--no-such-option", "--", "java"),
                List.of("no-such-command"),
                List.of("replay", "no-such.clip"),
                List.of("analyze", "no-such-folder"))) {
            ChildProcess.Ended run =
                    Foretell.command(wrong).in(Foretell.folder("wrong-use")).run();
            assertThat(run.exit()).as("%s", run).isEqualTo(2);
            assertThat(run.err()).as("%s", run).isNotBlank();
        }
    }

    @Test
    void programThatLosesAThreadToAnExceptionExitsWithOne() {
        ChildProcess.Ended run = Foretell.command(
                        check(Foretell.folder("fails"), List.of(), "dev.foretell.it.odd.UncaughtInMain"))
                .run();
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
        assertThat(run.out()).as("%s", run).contains("F1  failure", "java.lang.RuntimeException: fell");
    }

    @Test
    void aWrongCommandKeepsTheEarlierSession() {
        Path folder = Foretell.folder("kept");
        List<String> record = new ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
        record.addAll(Foretell.program("dev.foretell.it.odd.Halt", List.of(), List.of()));
        assertThat(Foretell.command(record).run().exit()).isZero();
        ChildProcess.Ended wrong = Foretell.command("record", "-o", folder.toString(), "--", "false")
                .run();
        assertThat(wrong.exit()).as("%s", wrong).isEqualTo(4);
        assertThat(wrong.err())
                .contains("is kept", folder.resolve("failed/record").toString());
        assertThat(folder.resolve("failed/record/stdout")).exists();
        assertThat(folder.resolve(".previous")).doesNotExist();
        ChildProcess.Ended info =
                Foretell.command("trace", "info", folder.toString()).run();
        assertThat(info.exit()).as("%s", info).isZero();
    }

    @Test
    void programThatDoesNotExistExitsWithFour() {
        ChildProcess.Ended run = Foretell.command(
                        check(Foretell.folder("missing"), List.of(), "dev.foretell.it.NoSuchClass"))
                .run();
        assertThat(run.exit()).as("%s", run).isEqualTo(4);
    }

    @Test
    void endlessProgramIsEndedAndStillAnalysed() {
        Path folder = Foretell.folder("endless");
        ChildProcess.Ended run = Foretell.command(check(
                        folder, List.of("--record-timeout", "3s", "--timeout", "30s"), "dev.foretell.it.hard.Endless"))
                .run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.confirmed())
                .as("%s\n%s", run, report)
                .anyMatch(found -> found.variable().endsWith(".unlocked"));
        assertThat(run.exit()).as("%s", run).isEqualTo(1);
    }

    @Test
    void toolWithLittleMemoryAnalysesWhatFitsAndSaysSo() {
        ProgramRecording recorded =
                ProgramRecording.of("large", Foretell.program("dev.foretell.it.hard.Voluble", List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command("analyze", recorded.folder().toString())
                .environment(Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m"))
                .run();
        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(run.out()).as("%s", run).contains("because memory suffices for no more");
        assertThat(recorded.folder().resolve("report.json")).exists();
    }

    @Test
    void demoFindsItsBugs() {
        ChildProcess.Ended run =
                Foretell.command("demo").in(Foretell.folder("demo")).run();
        assertThat(run.out()).as("%s", run).contains("report.html");
        assertThat(run.exit()).as("%s", run).isZero();
    }
}
