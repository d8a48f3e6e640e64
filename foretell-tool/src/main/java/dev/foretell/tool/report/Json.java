package dev.foretell.tool.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

    /** Writes a file so that a reader sees the old one or the new one, also when we are killed. */
    public static void write(Object value, Path file) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(draft, text(value));
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
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
