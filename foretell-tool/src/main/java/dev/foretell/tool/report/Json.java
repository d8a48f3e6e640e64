// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.foretell.analysis.Detectors;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** Records to JSON text and back. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addMixIn(AnomalyKind.class, KindAsId.class)
            .addMixIn(Severity.class, SeverityAsText.class)
            .build();

    private Json() {}

    /** A kind is its id. */
    @JsonDeserialize(converter = KindOfId.class)
    private interface KindAsId {
        @JsonValue
        String id();
    }

    private static final class KindOfId extends StdConverter<String, AnomalyKind> {
        @Override
        public AnomalyKind convert(String id) {
            return Detectors.kind(id);
        }
    }

    private interface SeverityAsText {
        @JsonValue
        String text();
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value) + "\n";
    }

    /** Throws an exception with a readable message when the file does not hold such a value. */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            T value = MAPPER.readValue(Files.readString(file, StandardCharsets.UTF_8), type);
            if (value == null) {
                throw new IOException("the file is empty");
            }
            return value;
        } catch (JacksonException e) {
            var at = e.getLocation();
            String where = at == null ? "" : ", line " + at.getLineNr() + " column " + at.getColumnNr();
            throw new IOException("not the JSON it should be" + where, e);
        }
    }
}
