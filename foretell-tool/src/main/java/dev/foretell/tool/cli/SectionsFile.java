// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.UserError;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.SectionFormat;
import dev.foretell.trace.words.SyntaxException;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the user's file of sections; an error is a {@link UserError}. */
final class SectionsFile {
    private SectionsFile() {}

    static AtomicSections read(Path file) {
        try {
            return SectionFormat.read(file);
        } catch (SyntaxException e) {
            throw UserError.usage(e.getMessage());
        } catch (IOException e) {
            throw UserError.usage(
                    "The sections in " + file + " cannot be read. Make some with 'foretell atomic infer'.");
        }
    }
}
