package dev.foretell.trace;

import java.util.List;
import java.util.zip.CRC32;

/**
 * What the instrumenter learnt about one class of the program.
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

    /** Tells an edited class from the one before; needs no protection against malice, and must not load much. */
    public static String checksum(byte[] classFile) {
        CRC32 crc = new CRC32();
        crc.update(classFile);
        return Long.toHexString((crc.getValue() << 32) | classFile.length);
    }

    /** A declared field; {@code access} are the flags of the class file. */
    public record FieldInfo(String name, int access) {}
}
