// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.words.Line;

/** One line of a clip. */
final class ClipLine extends Line<ClipException> {
    ClipLine(String file, int number, String text) {
        super(file, number, text);
    }

    @Override
    protected ClipException exception(String message) {
        return new ClipException(message);
    }
}
