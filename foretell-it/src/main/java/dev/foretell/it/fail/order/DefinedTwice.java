// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A loader that is asked for a class it has not defined yet defines it, and the next one does so, too. */
// harm: entry exception LinkageError
public final class DefinedTwice {
    private DefinedTwice() {}

    /** What is loaded. */
    public static final class Plugin {}

    private static final class PluginLoader extends ClassLoader {
        Class<?> plugin() {
            String name = Plugin.class.getName();
            Class<?> known = findLoadedClass(name); // order: entry
            if (known != null) {
                return known;
            }
            byte[] bytes = bytes();
            return defineClass(name, bytes, 0, bytes.length); // order: entry
        }

        private static byte[] bytes() {
            try (InputStream in = DefinedTwice.class.getResourceAsStream("DefinedTwice$Plugin.class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PluginLoader loader = new PluginLoader();
        Thread first = new Thread(loader::plugin, "first");
        Thread second = new Thread(loader::plugin, "second");
        first.start();
        Thread.sleep(300);
        second.start();
        first.join();
        second.join();
        System.out.println("loaded");
    }
}
