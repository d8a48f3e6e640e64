// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A class that is not on the class path, for loaders that ask the JVM's own loader first. */
final class EmptyClass {
    private EmptyClass() {}

    /** Writes a class of this name, with slashes, below a folder. */
    static void write(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".class");
        Files.createDirectories(file.getParent());
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
            out.writeInt(0xCAFEBABE);
            out.writeInt(48);
            out.writeShort(5); // the constants 1 to 4: a name, its class, another name, its class
            writeClassConstant(out, name, 1);
            writeClassConstant(out, "java/lang/Object", 3);
            for (int value : new int[] {0x21, 2, 4, 0, 0, 0, 0}) { // flags, class, super class, and no members
                out.writeShort(value);
            }
        }
    }

    private static void writeClassConstant(DataOutputStream out, String name, int index) throws IOException {
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(7);
        out.writeShort(index);
    }
}
