// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Loads the agent's core from the folder {@code core/} of its jar. Its parent is the boot loader, so that nothing on
 * the program's class path, such as another version of the bytecode library, can take precedence.
 */
final class CoreLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ZipFile jar;

    CoreLoader(File jar) throws IOException {
        super("foretell", null);
        this.jar = new ZipFile(jar);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] classFile;
        try {
            classFile = read("core/" + name.replace('.', '/') + ".class");
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        return defineClass(name, classFile, 0, classFile.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            return new ByteArrayInputStream(read("core/" + name));
        } catch (IOException e) {
            return null;
        }
    }

    byte[] read(String path) throws IOException {
        ZipEntry entry = jar.getEntry(path);
        if (entry == null) {
            throw new IOException("no " + path + " in " + jar.getName());
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
