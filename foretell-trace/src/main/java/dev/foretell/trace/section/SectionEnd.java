// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.Objects;

/**
 * An end point, at which atomicity of the section is checked: right after an access of the thread to the variable.
 *
 * @param allowed the accesses of other threads that do not matter when the section ends here
 */
public record SectionEnd(AccessPoint access, AllowedAccesses allowed) {
    public SectionEnd {
        Objects.requireNonNull(access);
        Objects.requireNonNull(allowed);
    }
}
