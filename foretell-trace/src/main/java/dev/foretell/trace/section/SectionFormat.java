// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The text form of atomic sections, one thing a line; {@code docs/sections.md} describes it for users. */
public final class SectionFormat {
    /** First words of the first line; the number after them is the version. */
    static final String MAGIC = "foretell sections";

    static final int VERSION = 1;

    private SectionFormat() {}

    /** Throws {@link SectionException} with line and column when the text is not a file of sections. */
    public static AtomicSections read(Path file) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new SectionException(file + " is not a file of atomic sections: it is not UTF-8 text.");
        }
        return new SectionReader(file.toString()).read(lines);
    }

    /** Throws {@link SectionException}; the name is for its message. */
    public static AtomicSections parse(String text, String name) throws SectionException {
        return new SectionReader(name).read(text.lines().toList());
    }

    public static void write(AtomicSections sections, Path file) throws IOException {
        Files.writeString(file, format(sections), StandardCharsets.UTF_8);
    }

    /** The text that {@link #write} writes. */
    public static String format(AtomicSections sections) {
        return new SectionWriter().text(sections);
    }
}
