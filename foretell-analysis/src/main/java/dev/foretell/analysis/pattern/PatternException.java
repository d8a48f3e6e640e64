// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.io.IOException;

/** A pattern file has a syntax error; the message starts with file, line and column. */
public final class PatternException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    PatternException(String file, int line, int column, String what) {
        super(file + ":" + line + ":" + column + ": " + what);
        this.line = line;
        this.column = column;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }

    /** Counted from 1. */
    public int column() {
        return column;
    }
}
