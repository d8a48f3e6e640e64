// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Creates commands, with the console where their constructor takes one. */
final class CommandFactory implements CommandLine.IFactory {
    private final CommandLine.IFactory otherwise = CommandLine.defaultFactory();
    private final Console console;

    CommandFactory(Console console) {
        this.console = console;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        try {
            Constructor<K> constructor = type.getDeclaredConstructor(Console.class);
            return constructor.newInstance(console);
        } catch (NoSuchMethodException e) {
            return otherwise.create(type);
        }
    }
}
