// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;

/**
 * The layout of the two files of a trace, in numbers; {@code docs/trace-format.md} explains them. All integers are
 * little-endian.
 */
public final class TraceFormat {
    /** Incremented when a reader of the former version would misread a trace. */
    public static final int VERSION = 2;

    /**
     * The oldest version that is still read. Version 2 added kinds of events and of definitions, and changed nothing.
     */
    public static final int OLDEST = 1;

    public static final String DEFINITIONS_FILE = "definitions";
    public static final String EVENTS_FILE = "events";
    /** Beside these two; a trace is whole without it. */
    public static final String INPUTS_FILE = "inputs";

    /** First eight bytes of the definitions file: {@code FORETELD}. */
    public static final long DEFINITIONS_MAGIC = 0x444C455445524F46L;
    /** First eight bytes of the events file: {@code FORETELE}. */
    public static final long EVENTS_MAGIC = 0x454C455445524F46L;

    /** First eight bytes of the inputs file: {@code FORETELI}. */
    public static final long INPUTS_MAGIC = 0x494C455445524F46L;

    /** The events file begins with a page of its own; these are the places in it. */
    public static final int PAGE = 4096;

    public static final int PAGE_VERSION = 8;
    /** Clock at which recording stopped early; 0 when it did not. */
    public static final int PAGE_STOPPED_AT = 16;
    /** Events that could not be recorded. */
    public static final int PAGE_LOST = 24;
    /** Volatile accesses whose place in the order is not certain. */
    public static final int PAGE_UNSURE = 32;
    /** Why recording stopped: length in bytes, then UTF-8. */
    public static final int PAGE_REASON = 64;

    public static final int MAX_REASON = 1024;

    /** After the page come chunks, back to back, each with this header; the places in it follow. */
    public static final int CHUNK_HEADER = 48;

    /** {@code FTCK}; 0 where no chunk has been handed out yet. */
    public static final int CHUNK_MAGIC = 0x4B435446;

    public static final int CHUNK_THREAD = 4;
    public static final int CHUNK_SEQUENCE = 8;
    /** Size with header. */
    public static final int CHUNK_SIZE = 12;
    /** The thread's clock when it got the chunk. */
    public static final int CHUNK_CLOCK = 16;
    /** CRC32C of all before. */
    public static final int CHUNK_HEADER_CRC = 24;
    /** Bytes of records; 0 while the chunk is open. */
    public static final int CHUNK_LENGTH = 28;
    /** CRC32C of the records, set together with the length. */
    public static final int CHUNK_CRC = 32;
    /** Of a chunk still open when the run ended: the position in it, and how many predicted accesses followed. */
    public static final int CHUNK_PENDING_AT = 36;

    public static final int CHUNK_PENDING = 40;

    public static final int MIN_CHUNK = 4096;
    public static final int MAX_CHUNK = 256 * 1024;

    /** The first byte of a record: low half flags, high half 1 + number of predicted accesses before it. */
    public static final int FLAG_SITE = 1;

    public static final int FLAG_ID = 2;
    public static final int FLAG_INDEX = 4;
    /** Synchronisation: takes a number of the clock. */
    public static final int FLAG_SYNC = 8;
    /** This value of the high half means that the number of accesses follows. */
    public static final int MANY_HITS = 15;

    /** A thread advances the clock after at most so many accesses, so no record has more predicted ones before it. */
    public static final int MAX_HITS = 256;

    /** The clock stays below. */
    static final long CLOCK_LIMIT = 1L << 61;

    /** No record is longer, its terminating zero included. */
    public static final int MAX_RECORD = 48;

    /** The site number of events without a place, below zero. */
    public static int placeless(EventKind kind) {
        return -1 - kind.ordinal();
    }

    /** How far site numbers reach below zero. */
    public static final int PLACELESS = 32;

    private TraceFormat() {}
}
