// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import java.io.IOException;

/** A clip that cannot be read. The message is for people: what is wrong, in which line, and what to do. */
public final class ClipException extends IOException {
    public ClipException(String message) {
        super(message);
    }
}
