// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.io.IOException;

/** A file of sections that cannot be read. The message is for people: what is wrong, in which line, and what to do. */
public final class SectionException extends IOException {
    public SectionException(String message) {
        super(message);
    }
}
