// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Compiled;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ProgramRecording;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.trace.RunInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A real application, the H2 database in memory under four clients. It has races of its own, which its authors accept
 * (a cache of strings, a lazily made column, a hint in a page); so this test checks that the program is not disturbed,
 * and that nothing worse is reported.
 */
class DatabaseIT {
    private static final String CLIENTS = "dev.foretell.it.beside.DatabaseClients";

    private static List<String> clients(int transfers) {
        Compiled compiled = Foretell.beside(List.of(CLIENTS), List.of("h2"));
        List<String> command = new ArrayList<>(compiled.program(CLIENTS, List.of()));
        command.add(Integer.toString(transfers));
        return command;
    }

    @Test
    void runsToItsNormalEndAndIsAnalysedInLittleMemory() {
        List<String> command = clients(60);
        ChildProcess.Ended plain = new ChildProcess(command).run();
        assertThat(plain.out()).as("%s", plain).isEqualTo("41 accounts, 2000 in all, 240 moved\n");
        ProgramRecording recorded = ProgramRecording.of("database", command);
        assertThat(recorded.run().exit()).as("%s", recorded.run()).isZero();
        assertThat(recorded.run().out()).as("%s", recorded.run()).isEqualTo(plain.out());
        assertThat(recorded.programErr()).as("%s", recorded.run()).isEqualTo(plain.err());
        RunInfo run = recorded.trace().trace().run();
        assertThat(run.complete()).as("%s", run.warnings()).isTrue();
        assertThat(run.classes().failed()).isEmpty();
        assertThat(run.recordedEvents()).isGreaterThan(500_000);
        ChildProcess.Ended analysis = Foretell.command(
                        "analyze", recorded.folder().toString())
                .environment(Map.of("JAVA_TOOL_OPTIONS", "-Xmx300m"))
                .run();
        assertThat(analysis.exit()).as("%s", analysis).isZero();
    }

    /** Takes minutes. */
    @Test
    @EnabledIfSystemProperty(named = "foretell.campaign", matches = "true")
    void nothingHarmfulIsConfirmed() {
        Path folder = Foretell.folder("database-check");
        List<String> arguments =
                new ArrayList<>(List.of("check", "--detect", "race,deadlock", "-o", folder.toString(), "--"));
        arguments.addAll(clients(10));
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(folder.resolve("report.json")).as("%s", run).exists();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.root().path("run").path("programExit").asInt(-1))
                .as("%s\n%s", run, report)
                .isZero();
        assertThat(report.confirmed())
                .as("%s\n%s", run, report)
                .allMatch(
                        found -> found.kind().equals("race") && found.harmKind().equals("none"));
        report.confirmed()
                .forEach(
                        found -> System.out.println("database: race on " + found.variable() + " at " + found.places()));
    }
}
