// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import dev.foretell.tool.report.Status;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SessionTest {
    /** Of {@code check} on the subject {@code RaceOnStatic}, written before the parts of a session had names. */
    private static Path sample() throws URISyntaxException {
        return Path.of(SessionTest.class.getResource("session-0.1.0.json").toURI());
    }

    private static JsonNode tree(String json) {
        return JsonMapper.builder().build().readTree(json);
    }

    @Test
    void readsAnEarlierSessionWhole() throws IOException, URISyntaxException {
        Session session = Json.read(sample(), Session.class);
        assertThat(session.tool()).isEqualTo(new Session.Tool("0.1.0", new Report.Canary("confirmed", "confirmed")));
        assertThat(session.command()).endsWith("dev.foretell.it.fail.race.RaceOnStatic");
        assertThat(session.detection().detect()).contains("race", "order");
        assertThat(session.analysis().extent()).isEqualTo(new Session.Extent(5, List.of(), List.of(), false));
        assertThat(session.confirmation().executions().runs()).isPositive();
        assertThat(session.confirmation().replayable()).isTrue();
        assertThat(session.findings()).extracting(Finding::status).contains(Status.CONFIRMED);
    }

    @Test
    void writesTheSameFields() throws IOException, URISyntaxException {
        JsonNode written = tree(Json.text(Json.read(sample(), Session.class)));
        assertThat(written).isEqualTo(tree(Files.readString(sample())));
    }

    @Test
    void readsASessionThatWasOnlyBegun() throws IOException {
        Session begun = Session.of(List.of("java", "Main"), "/work", InstrumentationScope.ALL, List.of("race"), "seal");
        Path file = Files.createTempFile("session", ".json");
        Files.writeString(file, Json.text(begun));
        assertThat(Json.read(file, Session.class)).isEqualTo(begun);
        Files.delete(file);
    }
}
