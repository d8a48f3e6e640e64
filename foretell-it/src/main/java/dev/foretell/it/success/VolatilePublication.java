// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Plain data published by a volatile reference; the reader takes what is there and does not wait. */
public final class VolatilePublication {
    private static final class Settings {
        private int size;
        private String[] names;
    }

    private volatile Settings settings;

    private void load() {
        Settings loaded = new Settings();
        loaded.size = 2;
        loaded.names = new String[] {"x", "y"};
        settings = loaded;
    }

    private void use() {
        Settings seen = settings;
        if (seen != null && seen.size != seen.names.length) {
            throw new IllegalStateException("inconsistent settings");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VolatilePublication program = new VolatilePublication();
        Thread loader = new Thread(program::load);
        Thread user = new Thread(program::use);
        loader.start();
        Thread.sleep(50);
        user.start();
        loader.join();
        user.join();
        System.out.println("consistent");
    }
}
