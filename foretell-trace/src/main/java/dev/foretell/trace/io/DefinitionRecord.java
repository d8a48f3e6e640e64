// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Site;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * One record of the definitions file, as bytes to append: length, kind, content, checksum. A record is written by one
 * ordinary write before anything that needs it can be recorded, so a truncated trace still has all definitions it
 * refers to.
 *
 * <p>Made inside the program under test, also while classes load: no lambdas, no string concatenation.
 */
public final class DefinitionRecord {
    /** Java version, virtual machine, command line, start in milliseconds. */
    public static final int RUN = 1;
    /** A class and the number of its first site. */
    public static final int CLASS = 2;
    /** A thread: number, path, name. May come again with a better name. */
    public static final int THREAD = 3;
    /** A thread has reached instrumented code: number, clock. From here on its chunks must exist. */
    public static final int ATTACHED = 4;

    /** An exception that the JVM printed, because no handler of the program handled it. */
    public static final int UNCAUGHT = 5;

    public static final int SKIPPED = 6;
    public static final int FAILED = 7;
    public static final int PARTIAL = 8;
    /** Number and name of the class of objects used as monitors, locks or semaphores. */
    public static final int TYPE = 9;
    /** The JVM shuts down: clock. */
    public static final int END = 10;
    /** A semaphore: identity, permits before its first event. The first such record of a semaphore counts. */
    public static final int PERMITS = 11;
    /** A library method without a model, and a place that calls it. */
    public static final int UNMODELLED = 12;
    /** An exception that has left a thread; an UNCAUGHT of the same text follows when no handler handles it. */
    public static final int LEFT = 13;

    /** A class of the library without a model, and the site of a call on an object of it that several threads use. */
    public static final int SHARED = 14;

    /** The Thread object: its identity, the thread's number. It is the channel of interrupts. */
    public static final int THREAD_OBJECT = 15;

    /** Bytes before a record's content: length and kind. */
    static final int PREFIX = 5;

    private byte[] bytes = new byte[128];
    private int size = PREFIX;

    DefinitionRecord(int kind) {
        bytes[4] = (byte) kind;
    }

    /** What the file begins with. */
    public static byte[] fileHeader() {
        DefinitionRecord header = new DefinitionRecord(0);
        header.begin();
        header.fixed(TraceFormat.DEFINITIONS_MAGIC, 8);
        header.fixed(TraceFormat.VERSION, 4);
        return header.soFar();
    }

    /** Without a frame. */
    void begin() {
        size = 0;
    }

    byte[] soFar() {
        return Arrays.copyOf(bytes, size);
    }

    public static byte[] run(String javaVersion, String virtualMachine, String command, long startMillis) {
        return new DefinitionRecord(RUN)
                .text(javaVersion)
                .text(virtualMachine)
                .text(command)
                .number(startMillis)
                .finish();
    }

    /** The strings of a class once each, then numbers into them. */
    public static byte[] classDefined(int firstSite, ClassInfo info) {
        Map<String, Integer> numbers = new HashMap<>();
        List<String> strings = new ArrayList<>();
        DefinitionRecord body = new DefinitionRecord(CLASS);
        body.number(firstSite);
        body.number(intern(info.name(), numbers, strings));
        body.number(intern(info.superName(), numbers, strings));
        body.number(intern(info.checksum(), numbers, strings));
        body.number(info.interfaces().size());
        for (String parent : info.interfaces()) {
            body.number(intern(parent, numbers, strings));
        }
        body.number(info.fields().size());
        for (ClassInfo.FieldInfo field : info.fields()) {
            body.number(intern(field.name(), numbers, strings)).number(field.access());
        }
        body.number(info.sites().size());
        for (Site site : info.sites()) {
            body.number(intern(site.className(), numbers, strings));
            body.number(intern(site.method(), numbers, strings));
            body.number(intern(site.sourceFile(), numbers, strings));
            body.number(site.line() + 1L)
                    .number(site.offset() + 1L)
                    .number(site.op().ordinal());
            body.number(intern(site.what(), numbers, strings));
        }
        DefinitionRecord record = new DefinitionRecord(CLASS).number(strings.size());
        for (String text : strings) {
            record.text(text);
        }
        record.raw(body.bytes, PREFIX, body.size - PREFIX);
        return record.finish();
    }

    public static byte[] thread(int number, String path, String name) {
        return new DefinitionRecord(THREAD).number(number).text(path).text(name).finish();
    }

    public static byte[] threadObject(long identity, int number) {
        return new DefinitionRecord(THREAD_OBJECT)
                .number(identity)
                .number(number)
                .finish();
    }

    public static byte[] attached(int number, long clock) {
        return new DefinitionRecord(ATTACHED).number(number).number(clock).finish();
    }

    public static byte[] uncaught(String text) {
        return new DefinitionRecord(UNCAUGHT).text(text).finish();
    }

    public static byte[] left(String text) {
        return new DefinitionRecord(LEFT).text(text).finish();
    }

    public static byte[] skipped(String className) {
        return new DefinitionRecord(SKIPPED).text(className).finish();
    }

    public static byte[] failed(String className, String reason) {
        return new DefinitionRecord(FAILED).text(className).text(reason).finish();
    }

    public static byte[] partial(String method, String reason) {
        return new DefinitionRecord(PARTIAL).text(method).text(reason).finish();
    }

    public static byte[] unmodelled(String method, String place) {
        return new DefinitionRecord(UNMODELLED).text(method).text(place).finish();
    }

    public static byte[] shared(String type, int site) {
        return new DefinitionRecord(SHARED).text(type).number(site).finish();
    }

    public static byte[] type(int number, String name) {
        return new DefinitionRecord(TYPE).number(number).text(name).finish();
    }

    public static byte[] permits(long semaphore, int permits) {
        return new DefinitionRecord(PERMITS).number(semaphore).number(permits).finish();
    }

    public static byte[] end(long clock) {
        return new DefinitionRecord(END).number(clock).finish();
    }

    private static int intern(String text, Map<String, Integer> numbers, List<String> strings) {
        Integer number = numbers.get(text);
        if (number == null) {
            number = strings.size();
            numbers.put(text, number);
            strings.add(text);
        }
        return number;
    }

    DefinitionRecord number(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    DefinitionRecord text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        return raw(utf8, 0, utf8.length);
    }

    DefinitionRecord raw(byte[] from, int offset, int length) {
        room(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
        return this;
    }

    void fixed(long value, int width) {
        room(width);
        for (int i = 0; i < width; i++) {
            bytes[size++] = (byte) (value >>> 8 * i);
        }
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    byte[] finish() {
        int end = size;
        size = 0;
        fixed(end - PREFIX, 4);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 4, end - 4);
        size = end;
        fixed(crc.getValue(), 4);
        return Arrays.copyOf(bytes, size);
    }
}
