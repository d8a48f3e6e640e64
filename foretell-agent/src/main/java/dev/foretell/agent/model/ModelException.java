// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.io.IOException;

/** A mistake in a model file; the message begins with file, line and column. */
public final class ModelException extends IOException {
    private static final long serialVersionUID = 1;

    ModelException(String file, int line, int column, String problem) {
        super(file + ":" + line + ":" + column + ": " + problem);
    }
}
