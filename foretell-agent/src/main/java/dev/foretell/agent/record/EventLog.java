// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.io.Predictor.ID;
import static dev.foretell.trace.io.Predictor.ID_STEP;
import static dev.foretell.trace.io.Predictor.ID_STRIDE;
import static dev.foretell.trace.io.Predictor.INDEX;
import static dev.foretell.trace.io.Predictor.INDEX_STEP;

import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.io.Predictor;
import dev.foretell.trace.io.TraceFormat;
import java.io.IOException;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/**
 * The part of a thread's probe that writes its events: the predictor, the clock as this thread has seen it, and the
 * chunk in hand.
 *
 * <p>Any call below may throw StackOverflowError or OutOfMemoryError, because the program is using up its stack or
 * memory. Therefore each method first does everything that can fail and then commits by plain stores to fields; what
 * was changed on the way is put back. The last call that can fail is the store of a record's first byte: before it the
 * record is not there, after it the fields follow. So log and predictor never disagree.
 *
 * <p>Fields that subclasses use are read on the fast path of every access.
 */
abstract class EventLog extends ThreadProbe {
    static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** After this many accesses the thread advances the clock itself. */
    static final int TICK = TraceFormat.MAX_HITS;

    /**
     * A thread's first accesses, and the first mispredictions at each site, each advance the clock: so code that runs
     * rarely, where rare bugs are, is ordered exactly; code that runs often only reads the clock.
     */
    private static final int EXACT = 1024;

    static final int YOUNG = 64;

    /** Chunks double this often. */
    private static final int GROWTH = Integer.numberOfTrailingZeros(TraceFormat.MAX_CHUNK / TraceFormat.MIN_CHUNK);

    /** Whether a long can be stored at any address, lowest byte first, by one instruction. */
    private static final boolean ONE_STORE = UNSAFE.unalignedAccess() && !UNSAFE.isBigEndian();

    private static final int MARK_BITS = 16;
    private static final int MARK = (1 << MARK_BITS) - 1;

    final EventClock clock;
    private final EventFile file;
    private final DefinitionFile.Stopper stopper;
    /** The thread's number. */
    final int number;

    private final Predictor predictor = new Predictor();
    /** The predictor's slots. */
    long[] slots = predictor.slots;
    /** Per slot: the class seen last, and the entry of the object seen last when it has no field. */
    ObjectTypes.Type[] types = {};

    IdentityTable.Entry[] entries = {};

    /**
     * The slot predicted next, for the fast path; {@link Predictor#NOWHERE} sends every access to the slow path. The
     * prediction itself is always the successor of {@link #last}.
     */
    int predicted = Predictor.NOWHERE;

    int last = Predictor.NOWHERE;
    /** Accesses left until the next tick. */
    int left = 1;
    /** Accesses between two ticks. */
    private int tick = 1;

    private int ticks;
    /** The clock as of the last event. */
    long seen;
    /** Nothing is recorded any more. */
    boolean off;
    /** Class initialisers this thread is in. */
    int initialisers;

    /**
     * Bytes of records in the chunk, and what {@link #left} was after the last of them: one field, so that another
     * thread sees both of the same moment.
     */
    private long cursor = 1;

    private EventFile.Chunk chunk;
    private int sequence;
    /** Events that could not be recorded and are not reported yet. */
    int lost;

    EventLog(Thread thread, int number, EventClock clock, EventFile file, DefinitionFile.Stopper stopper) {
        super(thread);
        this.number = number;
        this.clock = clock;
        this.file = file;
        this.stopper = stopper;
        seen = clock.now();
        widen();
    }

    /** The slot of a site. */
    final int slot(int site) {
        int expected = Predictor.next(slots[last]);
        if (Predictor.site(slots[expected]) == site) {
            return expected;
        }
        int slot = predictor.slot(site);
        if (slots != predictor.slots || types.length * Predictor.WORDS < slots.length) {
            slots = predictor.slots;
            widen();
        }
        return slot;
    }

    private void widen() {
        int count = slots.length / Predictor.WORDS;
        int from = types.length;
        ObjectTypes.Type[] moreTypes = Arrays.copyOf(types, count);
        IdentityTable.Entry[] moreEntries = Arrays.copyOf(entries, count);
        for (int i = from; i < count; i++) {
            moreTypes[i] = ObjectTypes.Type.NONE;
            moreEntries[i] = IdentityTable.Entry.NONE;
        }
        entries = moreEntries;
        types = moreTypes;
    }

    /** Whether the clock is as this thread saw it last. */
    final boolean sameClock() {
        return clock.now() == seen;
    }

    /** A synchronisation event with its number; false when it could not be recorded. */
    final boolean synchronisation(int slot, long id, int index, long order) {
        long[] s = slots;
        int flags = slot == Predictor.next(s[last]) ? 0 : TraceFormat.FLAG_SITE;
        flags |= s[slot + ID] == id ? 0 : TraceFormat.FLAG_ID;
        flags |= (int) (s[slot + INDEX] >> 32) == index ? 0 : TraceFormat.FLAG_INDEX;
        return append(flags | TraceFormat.FLAG_SYNC, slot, id, index, order);
    }

    /** Writes an event that was not predicted; {@code order} is its number if it is synchronisation. */
    final boolean append(int flags, int slot, long id, int index, long order) {
        if (!room()) {
            return false;
        }
        int from = last;
        boolean sync = (flags & TraceFormat.FLAG_SYNC) != 0;
        long[] s = slots;
        long head = s[from];
        long oldId = s[slot + ID];
        long oldIdStride = s[slot + ID_STRIDE];
        long oldIdStep = s[slot + ID_STEP];
        long oldIndex = s[slot + INDEX];
        long oldIndexStep = s[slot + INDEX_STEP];
        long start = chunk.address + (cursor >>> MARK_BITS);
        long end;
        try {
            int hits = ((int) cursor & MARK) - left;
            long siteStep = (long) Predictor.site(s[slot]) - predictor.base(from);
            long idStep = id == predictor.lastId(from) ? 0 : id - oldId;
            long indexStep = (long) index - (int) (oldIndex >> 32);
            long clockStep = order - seen;
            predictor.learn(slot, id, index);
            predictor.link(from, slot);
            end = write(start, hits, flags, siteStep, idStep, indexStep, clockStep);
        } catch (Throwable failure) {
            s[slot + ID] = oldId;
            s[slot + ID_STRIDE] = oldIdStride;
            s[slot + ID_STEP] = oldIdStep;
            s[slot + INDEX] = oldIndex;
            s[slot + INDEX_STEP] = oldIndexStep;
            s[from] = head;
            throw failure;
        }
        if (sync) {
            seen = order;
            left = tick;
        } else {
            left--;
        }
        cursor = end - chunk.address << MARK_BITS | left;
        last = slot;
        predicted = initialisers == 0 ? (int) s[slot] : Predictor.NOWHERE;
        return true;
    }

    /** Writes down that the clock has moved, or moves it. */
    final boolean noteClock(boolean move) {
        if (!room()) {
            return false;
        }
        if (move && tick == 1 && ++ticks == EXACT) {
            tick = TICK;
        }
        long now = move ? clock.next() : clock.now();
        long start = chunk.address + (cursor >>> MARK_BITS);
        int hits = ((int) cursor & MARK) - left;
        long end = write(start, hits, 0, 0, 0, 0, now - seen);
        seen = now;
        left = tick;
        cursor = end - chunk.address << MARK_BITS | tick;
        return true;
    }

    /**
     * Writes a record and returns its end. Most fit into a long and are one store; of a longer one the first byte comes
     * last. Either way it is there as a whole or not at all, with a zero behind it.
     */
    private static long write(
            long start, int hits, int flags, long siteStep, long idStep, long indexStep, long clockStep) {
        long site = (flags & TraceFormat.FLAG_SITE) == 0 ? 0 : siteStep << 1 ^ siteStep >> 63;
        long id = (flags & TraceFormat.FLAG_ID) == 0 ? 0 : idStep << 1 ^ idStep >> 63;
        long index = (flags & TraceFormat.FLAG_INDEX) == 0 ? 0 : indexStep << 1 ^ indexStep >> 63;
        boolean clock = (flags & TraceFormat.FLAG_SYNC) != 0 || flags == 0;
        if (!ONE_STORE
                || hits + 1 >= TraceFormat.MANY_HITS
                || (site | index | (clock ? clockStep : 0)) > 0x7F
                || id > 0x3FFF) {
            return writeLong(start, hits, flags, site, id, index, clock ? clockStep : -1);
        }
        long word = (long) (hits + 1) << 4 | flags;
        int bits = 8;
        if ((flags & TraceFormat.FLAG_SITE) != 0) {
            word |= site << bits;
            bits += 8;
        }
        if ((flags & TraceFormat.FLAG_ID) != 0) {
            // One byte or two.
            long two = (0x7F - id) >>> 63;
            word |= (id & 0x7F | two << 7 | (id & 0x3F80) << 1) << bits;
            bits += 8 + (int) (two << 3);
        }
        if ((flags & TraceFormat.FLAG_INDEX) != 0) {
            word |= index << bits;
            bits += 8;
        }
        if (clock) {
            word |= clockStep << bits;
            bits += 8;
        }
        UNSAFE.putLong(start, word);
        return start + (bits >>> 3);
    }

    private static long writeLong(long start, int hits, int flags, long site, long id, long index, long clockStep) {
        int tag = Math.min(hits + 1, TraceFormat.MANY_HITS) << 4 | flags;
        long at = hits + 1 < TraceFormat.MANY_HITS ? start + 1 : unsigned(start + 1, hits);
        at = (flags & TraceFormat.FLAG_SITE) == 0 ? at : unsigned(at, site);
        at = (flags & TraceFormat.FLAG_ID) == 0 ? at : unsigned(at, id);
        at = (flags & TraceFormat.FLAG_INDEX) == 0 ? at : unsigned(at, index);
        at = clockStep < 0 ? at : unsigned(at, clockStep);
        UNSAFE.putByte(at, (byte) 0);
        UNSAFE.storeFence();
        UNSAFE.putByte(start, (byte) tag);
        return at;
    }

    private static long unsigned(long address, long value) {
        long at = address;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            UNSAFE.putByte(at++, (byte) (rest | 0x80));
            rest >>>= 7;
        }
        UNSAFE.putByte(at++, (byte) rest);
        return at;
    }

    /** Makes sure that a record fits; false when nothing can be recorded any more. */
    private boolean room() {
        if (chunk != null && (cursor >>> MARK_BITS) + TraceFormat.MAX_RECORD <= chunk.room) {
            return true;
        }
        int length = (int) (cursor >>> MARK_BITS);
        int wanted = TraceFormat.MIN_CHUNK << Math.min(sequence, GROWTH);
        EventFile.Chunk next = null;
        try {
            next = file.next(chunk, length, wanted, number, sequence, seen);
        } catch (IOException full) {
            stopper.stop(full.getMessage());
        }
        if (next == null) {
            off = true;
            predicted = Predictor.NOWHERE;
            return false;
        }
        chunk = next;
        cursor &= MARK;
        sequence++;
        return true;
    }

    /** Reports to the file how many events could not be recorded. */
    final void reportLosses() {
        int count = lost;
        if (count > 0) {
            lost = 0;
            file.addLost(count);
        }
    }

    /** Called by another thread when the run ends: notes accesses that no record covers yet. */
    final void notePending() {
        EventFile.Chunk current = chunk;
        long position = cursor;
        UNSAFE.loadFence();
        int pending = (int) (position & MARK) - left;
        UNSAFE.loadFence();
        if (current != null && position == cursor && current == chunk && pending > 0) {
            file.note(current, (int) (position >>> MARK_BITS), pending);
        }
    }

    /** Gives the chunk back for good. */
    final void closeLog() {
        off = true;
        predicted = Predictor.NOWHERE;
        if (chunk != null) {
            file.finish(chunk, (int) (cursor >>> MARK_BITS));
        }
    }
}
