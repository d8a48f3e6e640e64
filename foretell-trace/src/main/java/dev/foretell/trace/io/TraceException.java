// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import java.io.IOException;

/** A trace that cannot be read. The message is for people: what happened, where, and what to do. */
public final class TraceException extends IOException {
    public TraceException(String message) {
        super(message);
    }
}
