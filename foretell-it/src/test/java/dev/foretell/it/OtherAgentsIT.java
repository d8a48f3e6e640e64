// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Compiled;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.ReportJson.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A coverage agent, a mocking library that attaches an agent of its own and changes classes that are loaded, and a
 * flight recording, all in one program: each of them does its work, and so does Foretell.
 */
class OtherAgentsIT {
    private static final String PACKAGE = "dev.foretell.it.beside.";
    private static Compiled tills;

    /** Where the coverage agent is on the command line, relative to ours: the order in which they change a class. */
    enum Coverage {
        BEFORE_US,
        AFTER_US
    }

    @BeforeAll
    static void compile() {
        tills = Foretell.beside(
                List.of(PACKAGE + "RacyTill", PACKAGE + "LockedTill"),
                List.of("mockito-core", "byte-buddy", "byte-buddy-agent", "objenesis"));
    }

    @ParameterizedTest
    @EnumSource
    void bugIsConfirmed(Coverage side) throws IOException {
        Checked checked = check("RacyTill", side);
        assertThat(checked.run.exit()).as("%s", checked).isEqualTo(1);
        assertThat(checked.report.confirmed())
                .as("%s", checked)
                .anyMatch(found -> found.kind().equals("race")
                        && found.variable().endsWith("RacyTill.takings")
                        && found.harmKind().equals("assertion")
                        && found.harmDetail().contains("the till is short"))
                .allMatch(found -> found.variable().endsWith("RacyTill.takings"));
        Found found = checked.report.confirmed().get(0);
        ChildProcess.Ended replay = Foretell.command(
                        "replay", checked.folder.resolve(found.clip()).toString())
                .run();
        assertThat(replay.exit()).as("%s", replay).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void correctTwinIsLeftInPeace(Coverage side) throws IOException {
        Checked checked = check("LockedTill", side);
        assertThat(checked.run.exit()).as("%s", checked).isZero();
        assertThat(checked.report.findings().stream().filter(found -> !found.isNote()))
                .as("%s", checked)
                .isEmpty();
    }

    /** The report on one check, and what the command printed. */
    private record Checked(Path folder, ReportJson report, ChildProcess.Ended run) {
        @Override
        public String toString() {
            return run + "\n" + report;
        }
    }

    private static Checked check(String program, Coverage side) throws IOException {
        String name = "beside-" + program + "-" + side;
        Path folder = Foretell.folder(name);
        Path flights = Foretell.folder(name + "-flights");
        Path coverage = Foretell.folder(name + "-coverage").resolve("jacoco.exec");
        String agent = "-javaagent:" + Foretell.otherAgent() + "=destfile=" + coverage;
        List<String> options =
                new ArrayList<>(List.of("-XX:StartFlightRecording=filename=" + flights, "-Xlog:jfr+startup=off"));
        List<String> command;
        if (side == Coverage.AFTER_US) {
            options.add(0, agent);
            command = tills.program(PACKAGE + program, options);
        } else {
            // Options in a variable come before those of the command line, and the tool's own option is in the
            // variable, too.
            String line = String.join(" ", tills.program(PACKAGE + program, options));
            String script = "JAVA_TOOL_OPTIONS=\"" + agent + " $JAVA_TOOL_OPTIONS\" exec " + line;
            command = List.of("sh", "-c", script);
        }
        ChildProcess.Ended plain = new ChildProcess(command).run();
        assertThat(plain.exit()).as("%s", plain).isZero();
        Files.delete(coverage);
        // Only races: each run carries a mocking library and a flight recording, and takes seconds.
        List<String> arguments = new ArrayList<>(List.of("check", "--detect", "race", "-o", folder.toString(), "--"));
        arguments.addAll(command);
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        Checked checked = new Checked(folder, ReportJson.of(folder), run);
        assertThat(folder.resolve("record/stdout"))
                .as("what the program printed\n%s", checked)
                .hasContent(plain.out());
        assertThat(checked.report.root().path("run").path("programExit").asInt(-1))
                .as("%s", checked)
                .isZero();
        assertThat(checked.report.root().path("run").path("complete").asBoolean())
                .as("the recorded run has its end\n%s", checked)
                .isTrue();
        isCovered(program, coverage);
        isInFlight(recordedJvm(checked), flights);
        return checked;
    }

    private static void isCovered(String program, Path coverage) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(coverage.toFile());
        String name = (PACKAGE + program).replace('.', '/');
        assertThat(loader.getExecutionDataStore().getContents())
                .filteredOn(data -> data.getName().equals(name))
                .isNotEmpty()
                .allMatch(ExecutionData::hasHits);
    }

    /** The process of the recorded run; a mocking library may start another JVM to attach its agent. */
    private static String recordedJvm(Checked checked) throws IOException {
        String chosen = checked.report.root().path("run").path("jvm").asString("");
        if (chosen.isEmpty()) {
            try (Stream<Path> jvms = Files.list(checked.folder.resolve("trace"))) {
                chosen = jvms.map(jvm -> jvm.getFileName().toString())
                        .filter(jvm -> jvm.startsWith("jvm-"))
                        .findFirst()
                        .orElseThrow();
            }
        }
        return chosen.substring("jvm-".length());
    }

    private static void isInFlight(String pid, Path flights) throws IOException {
        try (Stream<Path> files = Files.list(flights)) {
            Path recording = files.filter(file -> file.getFileName().toString().contains("-pid-" + pid + "-"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no flight recording of " + pid + " in " + flights));
            List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
            assertThat(events)
                    .anyMatch(event -> event.getEventType().getName().equals("jdk.ThreadSleep")
                            || event.getEventType().getName().equals("jdk.ClassLoadingStatistics"));
        }
    }
}
