// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;

/**
 * One record of the file with a run's inputs, framed as {@link DefinitionRecord}s are. Made inside the program under
 * test: no lambdas.
 */
public final class InputRecord {
    /** The values of the two clocks when recording began. */
    static final int START = 1;
    /** A site that reads an input: its number among those sites. */
    static final int SITE = 2;
    /** A thread that read inputs: number and creation path; the path is empty for class initialisers. */
    static final int THREAD = 3;
    /** Values that a thread read. */
    static final int ANSWERS = 4;
    /** From here on the values of one thread at one site are not kept, or, with two zeros, none at all. */
    static final int FULL = 5;

    /** Values of a thread at one site that are kept; even, because a value may have two parts. */
    public static final int MAX_ANSWERS = 1 << 16;
    /** For sites whose values are only compared. */
    public static final int MAX_COMPARED = 1 << 12;
    /** Bytes of all values. */
    public static final int MAX_BYTES = 32 << 20;

    private InputRecord() {}

    public static byte[] fileHeader() {
        DefinitionRecord header = new DefinitionRecord(0);
        header.begin();
        header.fixed(TraceFormat.INPUTS_MAGIC, 8);
        header.fixed(TraceFormat.VERSION, 4);
        return header.soFar();
    }

    public static byte[] start(long nanos, long wallNanos) {
        return new DefinitionRecord(START).number(nanos).number(wallNanos).finish();
    }

    public static byte[] site(int number, InputKind kind, Site site) {
        return new DefinitionRecord(SITE)
                .number(number)
                .number(kind.ordinal())
                .text(site.className())
                .text(site.method())
                .text(site.sourceFile())
                .number(site.line() + 1L)
                .number(site.offset() + 1L)
                .number(site.op().ordinal())
                .text(site.what())
                .finish();
    }

    public static byte[] thread(int number, String path) {
        return new DefinitionRecord(THREAD).number(number).text(path).finish();
    }

    /** {@code bytes} are pairs of signed numbers: the site minus the last one, the value minus the expected one. */
    public static byte[] answers(int thread, byte[] bytes, int length) {
        return new DefinitionRecord(ANSWERS)
                .number(thread)
                .raw(bytes, 0, length)
                .finish();
    }

    public static byte[] full(int thread, int site) {
        return new DefinitionRecord(FULL).number(thread).number(site).finish();
    }

    /**
     * The first part of the value at the end of a worker's wait for a task: the number of the wait, and whether the
     * worker ended.
     */
    public static long idle(long wait, boolean left) {
        return wait << 1 | (left ? 1 : 0);
    }

    public static long idleWait(long end) {
        return end >>> 1;
    }

    public static boolean idleLeft(long end) {
        return (end & 1) != 0;
    }

    /** Writes a signed number and returns where the next one goes; there must be ten bytes of room. */
    public static int put(byte[] bytes, int at, long value) {
        int place = at;
        long rest = value << 1 ^ value >> 63;
        while ((rest & ~0x7FL) != 0) {
            bytes[place++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[place++] = (byte) rest;
        return place;
    }
}
