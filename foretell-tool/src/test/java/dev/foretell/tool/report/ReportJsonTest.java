// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The field names here are the contract with users' scripts. */
class ReportJsonTest {
    private final JsonNode json =
            JsonMapper.builder().build().readTree(Json.text(SampleReport.report(SampleReport.race())));

    @Test
    void hasThePromisedFieldsAtTheTop() {
        assertThat(json.propertyNames())
                .contains("foretell", "schema", "command", "exit", "run", "canary", "findings", "coverage");
        assertThat(json.path("schema").intValue()).isEqualTo(1);
        assertThat(json.path("run").propertyNames())
                .contains(
                        "threads",
                        "events",
                        "accesses",
                        "locks",
                        "recordSeconds",
                        "analyzeSeconds",
                        "confirmSeconds",
                        "classes",
                        "programExit",
                        "uncaught");
        assertThat(json.at("/run/classes").propertyNames()).containsExactly("instrumented", "skipped", "failed");
        assertThat(json.at("/canary").propertyNames()).containsExactly("race", "deadlock");
        assertThat(json.at("/coverage").propertyNames())
                .contains("candidates", "confirmed", "refuted", "undecided", "truncated", "unmodelled");
    }

    @Test
    void hasThePromisedFieldsInAFinding() {
        JsonNode finding = json.at("/findings/0");
        assertThat(finding.propertyNames())
                .contains(
                        "id",
                        "fingerprint",
                        "kind",
                        "status",
                        "severity",
                        "reason",
                        "harm",
                        "variable",
                        "pattern",
                        "accesses",
                        "schedule",
                        "clip",
                        "replays",
                        "by");
        assertThat(finding.path("status").stringValue()).isEqualTo("confirmed");
        assertThat(finding.path("severity").stringValue()).isEqualTo("error");
        assertThat(finding.at("/harm/kind").stringValue()).isEqualTo("exception");
        assertThat(finding.at("/schedule").propertyNames()).contains("switches", "events");
        assertThat(finding.at("/replays").propertyNames()).containsExactly("tried", "created");
        assertThat(finding.at("/accesses/0").propertyNames())
                .contains("thread", "op", "class", "method", "line", "locks", "value");
        assertThat(finding.at("/accesses/0/class").stringValue()).isEqualTo("com.acme.Desk");
    }

    /** What a finding is asked by the reports is no field of it. */
    @Test
    void hasNoFieldsByAccident() {
        assertThat(json.at("/findings/0").propertyNames()).doesNotContain("seen", "usage", "recorded", "note");
        assertThat(json.at("/findings/0/harm").propertyNames()).containsExactly("kind", "detail");
    }

    /** Earlier versions wrote more. */
    @Test
    void readsAFindingWithFieldsThatItDoesNotKnow(@TempDir Path folder) throws IOException {
        Report report = SampleReport.report(SampleReport.race());
        String text = Json.text(report).replace("\"inOrder\" :", "\"seen\" : false, \"usage\" : true, \"inOrder\" :");
        Path file = Files.writeString(folder.resolve("report.json"), text);
        assertThat(text).contains("\"usage\"");
        assertThat(Json.read(file, Report.class)).isEqualTo(report);
    }

    @Test
    void readsBackWhatItWrote(@TempDir Path folder) throws IOException {
        Report report = SampleReport.report(SampleReport.race(), SampleReport.predicted());
        Path file = folder.resolve("report.json");
        Files.writeString(file, Json.text(report));
        assertThat(Json.read(file, Report.class)).isEqualTo(report);
    }

    @Test
    void saysWhereAFileIsBroken(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), "{\n  \"foretell\": \"1\",\n  oops");
        assertThatThrownBy(() -> Json.read(file, Report.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 3");
    }
}
