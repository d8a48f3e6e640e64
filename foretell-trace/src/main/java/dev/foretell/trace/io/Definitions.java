// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.ThreadLife;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** The definitions file, read up to the first damaged record. */
final class Definitions {
    private static final int HEADER = 12;

    /** Unused site numbers that are accepted in all. */
    private static final int SMALL_GAPS = 1 << 16;

    /** A class with the number of its first site. A class that several loaders define occurs several times. */
    record DefinedClass(int firstSite, ClassInfo info) {}

    /** {@code attachedAt} is the clock when it first executed instrumented code, or -1. */
    record DefinedThread(String path, String name, long attachedAt) {}

    final List<DefinedClass> classes = new ArrayList<>();
    /** By number; numbers may have gaps. */
    final Map<Integer, DefinedThread> threads = new TreeMap<>();

    final Map<Integer, String> types = new HashMap<>();
    /** By the identity of a semaphore. */
    final Map<Long, Integer> permits = new HashMap<>();

    /** The numbers of threads by the identity of their objects. */
    final Map<Long, Integer> threadObjects = new HashMap<>();

    final List<String> uncaught = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    final List<String> failed = new ArrayList<>();
    final List<String> partial = new ArrayList<>();
    final List<String> unmodelled = new ArrayList<>();
    private final Set<String> sharedTypes = new HashSet<>();
    int skipped;
    /** The number that the next site would have; real ones start at 1. */
    int siteLimit = 1;
    /** No site has a larger number: each takes some bytes of the file. */
    private long siteRoom;
    /** Main class and arguments. */
    String command = "";

    /** Whether the run's end is there. */
    boolean ended;
    /** The clock at the run's end. */
    long endedAt = Long.MAX_VALUE;
    /** Whether bytes followed that are no whole record. */
    boolean torn;

    static Definitions read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < HEADER || in.getLong() != TraceFormat.DEFINITIONS_MAGIC) {
            throw new TraceException(file + " is not a Foretell trace: name a folder that `foretell record` wrote");
        }
        checkVersion(file, in.getInt());
        Definitions definitions = new Definitions();
        definitions.siteRoom = (long) SMALL_GAPS + bytes.length;
        while (in.hasRemaining() && definitions.next(in, bytes)) {}
        definitions.torn = in.hasRemaining();
        return definitions;
    }

    static void checkVersion(Path file, int version) throws TraceException {
        if (version < TraceFormat.OLDEST || version > TraceFormat.VERSION) {
            throw new TraceException(
                    file + " has trace format " + version + " but this Foretell reads formats " + TraceFormat.OLDEST
                            + " to " + TraceFormat.VERSION + ": record again, or use the version that recorded it");
        }
    }

    /** Reads one record; false when it is not whole, then {@code in} stays before it. */
    private boolean next(ByteBuffer in, byte[] bytes) {
        int start = in.position();
        if (in.remaining() < DefinitionRecord.PREFIX + 4) {
            return false;
        }
        int length = in.getInt();
        if (length < 0 || length > in.remaining() - 5) {
            in.position(start);
            return false;
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes, start + 4, length + 1);
        if (in.getInt(start + DefinitionRecord.PREFIX + length) != (int) crc.getValue()) {
            in.position(start);
            return false;
        }
        int kind = in.get();
        try {
            define(kind, in.slice().limit(length).slice());
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException wrong) {
            in.position(start);
            return false;
        }
        in.position(start + DefinitionRecord.PREFIX + length + 4);
        return true;
    }

    /** The exceptions that left a thread and that a handler of the program handled. */
    List<String> handled() {
        return RunInfo.handled(left, uncaught);
    }

    /** {@link ThreadLife#CLASS} is recorded like other classes, but is not instrumented. */
    RunInfo.Classes instrumentation() {
        int instrumented = 0;
        for (DefinedClass defined : classes) {
            if (!defined.info().name().equals(ThreadLife.CLASS.name())) {
                instrumented++;
            }
        }
        return new RunInfo.Classes(instrumented, skipped, failed, partial);
    }

    private void define(int kind, ByteBuffer in) {
        switch (kind) {
            case DefinitionRecord.RUN -> {
                text(in); // the Java version
                text(in); // the virtual machine
                command = text(in);
            }
            case DefinitionRecord.CLASS -> defineClass(in);
            case DefinitionRecord.THREAD -> {
                int number = (int) number(in);
                DefinedThread known = threads.get(number);
                threads.put(number, new DefinedThread(text(in), text(in), known == null ? -1 : known.attachedAt()));
            }
            case DefinitionRecord.ATTACHED -> {
                int number = (int) number(in);
                DefinedThread known = threads.get(number);
                if (known != null) {
                    threads.put(number, new DefinedThread(known.path(), known.name(), number(in)));
                }
            }
            case DefinitionRecord.UNCAUGHT -> uncaught.add(text(in));
            case DefinitionRecord.LEFT -> left.add(text(in));
            case DefinitionRecord.SKIPPED -> skipped++;
            case DefinitionRecord.FAILED -> failed.add(text(in) + ": " + text(in));
            case DefinitionRecord.UNMODELLED -> unmodelled.add(text(in) + " at " + text(in));
            case DefinitionRecord.SHARED -> shared(text(in), number(in));
            case DefinitionRecord.PARTIAL -> partial.add(text(in) + ": " + text(in));
            case DefinitionRecord.TYPE -> types.put((int) number(in), text(in));
            case DefinitionRecord.THREAD_OBJECT -> threadObjects.putIfAbsent(number(in), (int) number(in));
            case DefinitionRecord.PERMITS -> permits.putIfAbsent(number(in), (int) number(in));
            case DefinitionRecord.END -> {
                ended = true;
                endedAt = number(in);
            }
            default -> {} // a record of a later version; it does not change the meaning of events
        }
    }

    private void shared(String type, long site) {
        String place = Site.UNKNOWN.position();
        for (DefinedClass each : classes) {
            long behind = site - each.firstSite();
            if (behind >= 0 && behind < each.info().sites().size()) {
                place = each.info().sites().get((int) behind).position();
            }
        }
        // Two threads may have reported the same class at the same time, and two classes may have the same
        // displayed name.
        if (sharedTypes.add(type)) {
            unmodelled.add(type + ": one object used by several threads, no model, e.g. " + place);
        }
    }

    private void defineClass(ByteBuffer in) {
        String[] strings = new String[count(in)];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = text(in);
        }
        int firstSite = (int) number(in);
        String name = strings[(int) number(in)];
        String superName = strings[(int) number(in)];
        String checksum = strings[(int) number(in)];
        List<String> interfaces = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            interfaces.add(strings[(int) number(in)]);
        }
        List<ClassInfo.FieldInfo> fields = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            fields.add(new ClassInfo.FieldInfo(strings[(int) number(in)], (int) number(in)));
        }
        List<Site> sites = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            sites.add(new Site(
                    strings[(int) number(in)],
                    strings[(int) number(in)],
                    strings[(int) number(in)],
                    (int) number(in) - 1,
                    (int) number(in) - 1,
                    EventKind.of((int) number(in)),
                    strings[(int) number(in)]));
        }
        if (firstSite < siteLimit || firstSite > siteRoom - sites.size()) {
            throw new IllegalArgumentException("sites are numbered in the order of the classes, without large gaps");
        }
        classes.add(new DefinedClass(firstSite, new ClassInfo(name, superName, interfaces, checksum, fields, sites)));
        siteLimit = firstSite + sites.size();
    }

    /** A count of items of at least one byte each. */
    private static int count(ByteBuffer in) {
        long count = number(in);
        if (count < 0 || count > in.remaining()) {
            throw new IllegalArgumentException("a count larger than the record");
        }
        return (int) count;
    }

    private static long number(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than 64 bits");
    }

    private static String text(ByteBuffer in) {
        byte[] utf8 = new byte[count(in)];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
