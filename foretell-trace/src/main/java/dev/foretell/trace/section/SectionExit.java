// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.Objects;

/**
 * Where a section is over without being judged (AtomRace's atomExit, with everything allowed): the control flow has
 * gone elsewhere, and no end point will be reached. To exit where the section is not open does nothing.
 *
 * @param place for {@link Kind#AT} the instruction or line; otherwise the method, or {@link Place#UNSAID} for the one
 *     in which the section begins
 */
public record SectionExit(Kind kind, Place place) {
    /** When. */
    public enum Kind {
        /** Just before the instruction, or whenever the line is come to. */
        AT,
        /** When a call of the method is left by an exception. */
        THROW,
        /** When a call of the method is left, by return or exception. */
        RETURN
    }

    public SectionExit {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(place);
    }
}
