// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

/** An instrumented class that the JVM would not accept. */
final class RejectedClassException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RejectedClassException(String message) {
        super(message);
    }
}
