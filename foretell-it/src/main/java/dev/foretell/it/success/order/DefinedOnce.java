// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A loader that looks for a class and defines it under the lock that loaders have for that. */
public final class DefinedOnce {
    private DefinedOnce() {}

    /** What is loaded. */
    public static final class Plugin {}

    private static final class PluginLoader extends ClassLoader {
        Class<?> plugin() {
            String name = Plugin.class.getName();
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                byte[] bytes = bytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private static byte[] bytes() {
            try (InputStream in = DefinedOnce.class.getResourceAsStream("DefinedOnce$Plugin.class")) {
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
