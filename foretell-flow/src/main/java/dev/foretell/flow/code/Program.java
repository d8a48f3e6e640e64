// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The classes to analyse, from jars and folders. */
public final class Program {
    private final Map<String, CodeClass> classes = new LinkedHashMap<>();
    private final List<String> unreadable = new ArrayList<>();

    private Program() {}

    /** Of two classes with one name the first is taken, as on a class path. Throws when a file cannot be read. */
    public static Program read(List<Path> jarsAndFolders) throws IOException {
        Program program = new Program();
        for (Path path : jarsAndFolders) {
            if (Files.isDirectory(path)) {
                program.readFolder(path);
            } else {
                program.readJar(path);
            }
        }
        return program;
    }

    public static Program of(Collection<CodeClass> classes) {
        Program program = new Program();
        classes.forEach(program::add);
        return program;
    }

    private void add(CodeClass read) {
        classes.putIfAbsent(read.name(), read);
    }

    private void readFolder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(path -> path.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (isWanted(name)) {
                read(name, Files.readAllBytes(file));
            }
        }
    }

    private void readJar(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (isWanted(entry.getName())) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        read(entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
    }

    /** Not the variants of a class for other versions of Java, nor what describes modules and packages. */
    private static boolean isWanted(String entry) {
        return entry.endsWith(".class")
                && !entry.startsWith("META-INF/")
                && !entry.endsWith("module-info.class")
                && !entry.endsWith("package-info.class");
    }

    private void read(String entry, byte[] classFile) {
        try {
            add(new CodeClass(classFile));
        } catch (RuntimeException e) {
            // What a broken or too new class file makes the reader throw is not specified.
            unreadable.add(entry);
        }
    }

    public Collection<CodeClass> classes() {
        return classes.values();
    }

    /** Null when it is not one of the program's. */
    public CodeClass find(String internalName) {
        return classes.get(internalName);
    }

    /** Class files that could not be parsed. */
    public List<String> unreadable() {
        return unreadable;
    }
}
