// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntSupplier;

/** Class loaders of its own: child first, without a parent, and the same name defined twice. */
public final class OwnLoaders {
    /** Is loaded again and again. */
    public static final class Guest implements IntSupplier {
        private static int loads;
        private int uses;

        @Override
        public int getAsInt() {
            synchronized (this) {
                uses++;
            }
            return ++loads * 10 + uses;
        }
    }

    private static final class Loader extends ClassLoader {
        Loader(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Guest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = OwnLoaders.class.getResourceAsStream("OwnLoaders$Guest.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader[] loaders = {new Loader(OwnLoaders.class.getClassLoader()), new Loader(null), new Loader(null)};
        for (ClassLoader loader : loaders) {
            Class<?> type = loader.loadClass(Guest.class.getName());
            IntSupplier guest = (IntSupplier) type.getDeclaredConstructor().newInstance();
            System.out.println(guest.getAsInt() + " " + guest.getAsInt() + " " + (type == Guest.class));
        }
        System.out.println(new Guest().getAsInt());
        try {
            Class.forName("dev.foretell.it.odd.Missing", true, loaders[1]);
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
