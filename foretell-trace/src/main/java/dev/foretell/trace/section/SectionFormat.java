// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import dev.foretell.trace.words.LineFile;
import dev.foretell.trace.words.SyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text form of atomic sections, one thing a line; {@code docs/sections.md} describes it for users. */
public final class SectionFormat {
    /** First words of the first line; the number after them is the version. */
    static final String MAGIC = "foretell sections";

    static final int VERSION = 1;

    private SectionFormat() {}

    /** Throws {@link SyntaxException} with line and column when the text is not a file of sections. */
    public static AtomicSections read(Path file) throws IOException {
        return new SectionReader(LineFile.of(file, "a file of atomic sections")).read();
    }

    /** Throws {@link SyntaxException}; the name is for its message. */
    public static AtomicSections parse(String text, String name) throws SyntaxException {
        return new SectionReader(new LineFile(name, text.lines().toList())).read();
    }

    public static void write(AtomicSections sections, Path file) throws IOException {
        Files.writeString(file, format(sections), StandardCharsets.UTF_8);
    }

    /** The text that {@link #write} writes. */
    public static String format(AtomicSections sections) {
        return new SectionWriter().text(sections);
    }
}
