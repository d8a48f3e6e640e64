// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.io.Writer;

/** Lets a library print through the console. */
final class ConsoleWriter extends Writer {
    private final Console console;

    ConsoleWriter(Console console) {
        this.console = console;
    }

    @Override
    public void write(char[] text, int from, int count) {
        console.print(new String(text, from, count));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
