// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.inside;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Two threads initialise every class of java.util and java.text, and below, and agree on how many there are. */
public final class LoadAll {
    private static int loaded;

    private LoadAll() {}

    public static void main(String[] args) throws Exception {
        List<String> names = names();
        Thread[] threads = {new Thread(() -> load(names)), new Thread(() -> load(names))};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(loaded + " of twice " + names.size());
    }

    private static void load(List<String> names) {
        for (String name : names) {
            try {
                Class.forName(name, true, null);
            } catch (ClassNotFoundException | LinkageError e) {
                System.out.println(name + ": " + e);
            }
            synchronized (LoadAll.class) {
                loaded++;
            }
        }
    }

    private static List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        for (String folder : List.of("java/util", "java/text")) {
            try (Stream<Path> files = Files.walk(base.resolve(folder))) {
                files.map(file -> base.relativize(file).toString())
                        .filter(file -> file.endsWith(".class"))
                        .map(file -> file.substring(0, file.length() - ".class".length()))
                        .forEach(file -> names.add(file.replace('/', '.')));
            }
        }
        return names;
    }
}
