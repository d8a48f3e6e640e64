// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Records to JSON text and back. */
public final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

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
