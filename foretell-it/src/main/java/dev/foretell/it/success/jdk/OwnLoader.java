// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;

/** A class loader that looks before it finds, asked by two threads. */
public final class OwnLoader {
    private int loaded;

    /** Does not delegate the one class that it is made for. */
    private static final class Own extends URLClassLoader {
        static {
            registerAsParallelCapable();
        }

        Own(URL[] path) {
            super(path, OwnLoader.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Loaded.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
            }
        }
    }

    /** Is there twice, in different loaders. */
    public static final class Loaded {
        private Loaded() {}
    }

    private void load(Own loader) {
        try {
            if (loader.loadClass(Loaded.class.getName()) != Loaded.class) {
                synchronized (this) {
                    loaded++;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        OwnLoader both = new OwnLoader();
        URL here = OwnLoader.class.getProtectionDomain().getCodeSource().getLocation();
        try (Own loader = new Own(new URL[] {here})) {
            Thread other = new Thread(() -> both.load(loader));
            other.start();
            both.load(loader);
            other.join();
        }
        System.out.println(both.loaded);
    }
}
