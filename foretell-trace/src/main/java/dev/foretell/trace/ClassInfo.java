// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * What the instrumenter has found in one class of the program.
 *
 * @param name as in {@code Class.getName()}
 * @param superName likewise; empty for {@code java.lang.Object}
 * @param interfaces likewise
 * @param checksum of its original bytes, in hexadecimal
 * @param fields the fields it declares
 * @param sites the places that can produce events, in the order of their numbers
 */
public record ClassInfo(
        String name,
        String superName,
        List<String> interfaces,
        String checksum,
        List<FieldInfo> fields,
        List<Site> sites) {
    public ClassInfo {
        interfaces = List.copyOf(interfaces);
        fields = List.copyOf(fields);
        sites = List.copyOf(sites);
    }

    /** The class without the idioms found in its code: its fields keep only the flags of the class file. */
    ClassInfo withoutIdioms() {
        List<FieldInfo> plain = new ArrayList<>();
        for (FieldInfo field : fields) {
            plain.add(new FieldInfo(field.name(), field.access() & 0xFFFF));
        }
        return new ClassInfo(name, superName, interfaces, checksum, plain, sites);
    }

    /** Distinguishes an edited class from the one before; not cryptographic, and loads few classes. */
    public static String checksum(byte[] classFile) {
        CRC32 crc = new CRC32();
        crc.update(classFile);
        return Long.toHexString((crc.getValue() << 32) | classFile.length);
    }

    /** A declared field; {@code access} are the flags of the class file, which has 16 of them, and those below. */
    public record FieldInfo(String name, int access) {
        /** A cache that is filled without synchronisation: one read, and a write that can have one value only. */
        public static final int SINGLE_CHECK = 1 << 16;
        /** A cache of a class constant, made by a compiler. */
        public static final int CLASS_LITERAL = 1 << 17;
    }
}
