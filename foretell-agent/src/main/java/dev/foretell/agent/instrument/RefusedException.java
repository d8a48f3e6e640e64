// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

/** An instrumented class that the JVM would not accept. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
        super(message);
    }
}
