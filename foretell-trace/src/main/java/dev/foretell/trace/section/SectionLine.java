// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import dev.foretell.trace.words.Line;

/** One line of a file of sections. */
final class SectionLine extends Line<SectionException> {
    SectionLine(String file, int number, String text) {
        super(file, number, text);
    }

    @Override
    protected SectionException exception(String message) {
        return new SectionException(message);
    }
}
