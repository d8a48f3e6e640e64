// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.words;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The text of a file that people write: a first line with the version of its format, then one statement a line. */
public final class LineFile {
    /** Reads the statements of one format. An interface for classes: the agent reads clips without lambdas. */
    public interface Statements {
        /** Reads the rest of a line after its keyword. */
        void statement(String keyword, Line line) throws SyntaxException;
    }

    private final String name;
    private final List<String> lines;

    public LineFile(String name, List<String> lines) {
        this.name = name;
        this.lines = lines;
    }

    /** Throws {@link SyntaxException} when it is not UTF-8 text; {@code what} names its format in the message. */
    public static LineFile of(Path file, String what) throws IOException {
        try {
            return new LineFile(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new SyntaxException(file + " is not " + what + ": it is not UTF-8 text.");
        }
    }

    /**
     * Reads all lines that are neither blank nor comments. The first one is {@code foretell WORD VERSION}.
     *
     * @param whole what such a file is called, {@code a clip}
     * @param brief the same once it has been named, {@code clip}
     */
    public void read(String word, int version, String whole, String brief, Statements statements)
            throws SyntaxException {
        new Line(name, 1, lines.isEmpty() ? "" : lines.get(0)).expectVersion(word, version, whole, brief);
        for (int i = 1; i < lines.size(); i++) {
            Line line = new Line(name, i + 1, lines.get(i));
            if (!line.atEnd()) {
                statements.statement(line.word("a keyword"), line);
                line.expectEnd();
            }
        }
    }

    /** Where the file ends, for errors about what is missing. */
    public Line end() {
        return new Line(name, Math.max(1, lines.size()), "");
    }
}
