// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.Objects;

/**
 * Where a section ends without a check (AtomRace's atomExit, with everything allowed): the control flow has left it,
 * and no end point will be reached. An exit while the section is not open does nothing.
 *
 * @param place for {@link Kind#AT} the instruction or line; otherwise the method, or {@link Place#UNSPECIFIED} for the
 *     one in which the section begins
 */
public record SectionExit(Kind kind, Place place) {
    /** When. */
    public enum Kind {
        /** Just before the instruction, or whenever the line is reached. */
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
