// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.tool.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportPhaseTest {
    private static final Finding REFUTED =
            SampleReport.predicted().with(Status.REFUTED, "left the schedule", Harm.NONE, new Finding.Replays(2, 0));

    private static Session session(int programExit, Finding... findings) {
        return Session.of(List.of("java"), "/", InstrumentationScope.ALL, List.of("race"), "")
                .with(new Session.Recording(programExit, false, false, 1, "", List.of("jvm-1")))
                .with(new Session.Analysis(0.1, "", SampleReport.report().run(), 9, List.of(), List.of(findings)))
                .with(new Report.Canary("confirmed", "confirmed"));
    }

    private static Report report(Session session) {
        return new ReportPhase(FailOn.ERROR, false, "foretell").make(session);
    }

    @Test
    void exitsWithOneOnlyForConfirmedFindings() {
        assertThat(report(session(0)).exit()).isZero();
        assertThat(report(session(0, SampleReport.predicted())).exit()).isZero();
        assertThat(report(session(0, SampleReport.predicted(), SampleReport.race()))
                        .exit())
                .isEqualTo(1);
    }

    @Test
    void exitsWithFourWhenTheProgramFailedAndNothingWasPredicted() {
        assertThat(report(session(3)).exit()).isEqualTo(4);
        assertThat(report(session(3, REFUTED)).exit()).isEqualTo(4);
        assertThat(report(session(3, SampleReport.race())).exit()).isEqualTo(1);
        assertThat(report(session(3)).notes()).anyMatch(note -> note.contains("exit code 3"));
    }

    @Test
    void saysHowManyReExecutionsASecondAndHowManyCreatedSomething() {
        Session session = session(0, SampleReport.race())
                .with(new Session.Confirmation(
                        new Session.Executions(4, 10, 2, false, new Report.Effort(3, 300)),
                        true,
                        null,
                        List.of(),
                        List.of(),
                        List.of(SampleReport.race())));
        Report report = report(session);
        assertThat(new TextReport("foretell", Path.of("out")).render(report))
                .contains("re-executed 10 times (3 created the anomaly), 2 time-outs, 4.0 s, 2.5 a second;");
        JsonNode json = JsonMapper.builder().build().readTree(Json.text(report));
        assertThat(json.at("/coverage/runs").intValue()).isEqualTo(10);
        assertThat(json.at("/coverage/created").intValue()).isEqualTo(3);
        assertThat(json.at("/coverage/runsPerSecond").doubleValue()).isEqualTo(2.5);
        assertThat(json.at("/coverage/budgetSeconds").doubleValue()).isEqualTo(300);
        assertThat(report(session(0, SampleReport.race())).coverage().runsPerSecond())
                .as("nothing was re-executed")
                .isZero();
    }

    @Test
    void failsOnHarmOnlyForErrorsThatDidSome() {
        Finding.Replays twice = new Finding.Replays(2, 2);
        Finding harmless = SampleReport.race().with(Status.CONFIRMED, "", Harm.NONE, twice);
        ReportPhase onHarm = new ReportPhase(FailOn.HARM, false, "foretell");
        assertThat(onHarm.make(session(0, harmless, SampleReport.predicted())).exit())
                .isZero();
        assertThat(onHarm.make(session(0, harmless, SampleReport.race())).exit())
                .isEqualTo(1);
        assertThat(report(session(0, harmless)).exit()).isEqualTo(1);
    }

    @Test
    void neverExitsWithZeroWhenTheRecordedRunFailed() {
        Finding exit = SampleReport.failure("F1", Harm.Kind.EXIT, "exit code 3");
        assertThat(report(session(3, exit)).exit()).isEqualTo(4);
        assertThat(report(session(3, exit, SampleReport.predicted())).exit()).isEqualTo(4);
        assertThat(report(session(3, exit, SampleReport.race())).exit()).isEqualTo(1);
        for (Harm.Kind harm : List.of(Harm.Kind.DEADLOCK, Harm.Kind.HANG, Harm.Kind.EXCEPTION, Harm.Kind.ASSERTION)) {
            assertThat(report(session(0, SampleReport.failure("F1", harm, "it failed")))
                            .exit())
                    .as("%s", harm)
                    .isEqualTo(1);
        }
    }

    @Test
    void exitsWithThreeWhenTheCanaryFailed() {
        Session blind = session(0, SampleReport.race()).with(new Report.Canary("confirmed", "not predicted"));
        assertThat(report(blind).exit()).isEqualTo(3);
    }

    @Test
    void countsRefutedFindingsAndListsThemOnlyOnRequest() {
        Session session = session(0, REFUTED, SampleReport.race());
        assertThat(report(session).findings()).extracting(Finding::id).containsExactly("R1");
        assertThat(report(session).coverage().refuted()).isEqualTo(1);
        assertThat(new ReportPhase(FailOn.ERROR, true, "foretell").make(session).findings())
                .extracting(Finding::id)
                .containsExactly("R1", "R2");
    }

    @Test
    void writesThreeFilesAndPrintsTheText(@TempDir Path temporary) throws IOException {
        OutputFolder folder = OutputFolder.create(temporary.resolve("out"));
        ReportPhase phase = new ReportPhase(FailOn.ERROR, false, "foretell");
        String text = phase.write(report(session(0, SampleReport.race())), folder);
        assertThat(folder.file("report.txt")).hasContent(text);
        assertThat(folder.file("report.json")).exists();
        assertThat(Files.readString(folder.file("report.html"))).contains("R1");
    }
}
