// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.words;

import java.io.IOException;

/** A clip or file of sections that cannot be read. The message is for people: what is wrong, where, and what to do. */
public final class SyntaxException extends IOException {
    public SyntaxException(String message) {
        super(message);
    }
}
