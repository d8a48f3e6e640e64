// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import static dev.foretell.trace.io.Predictor.HEAD;
import static dev.foretell.trace.io.Predictor.ID;
import static dev.foretell.trace.io.Predictor.ID_STRIDE;
import static dev.foretell.trace.io.Predictor.INDEX;

import dev.foretell.trace.EventKind;
import java.io.IOException;
import java.util.List;

/**
 * One thread's events in its own order: {@link #next} steps to the next, which the fields describe.
 *
 * <p>A stream ends at the last whole record. Why it ended decides how much of the trace can be used, see
 * {@link #broken}.
 */
final class ThreadStream {
    /** Larger than any identity a recorder gives. */
    static final long ID_LIMIT = 1L << 35;

    /** The event's site, below zero for those without a place, see {@link TraceFormat#placeless}. */
    int site;
    /** Identity of the target: an object or thread, 0 for none. */
    long id;
    /** Array index, or the number of the target's class. */
    int index;
    /** Synchronisation: the event's own value. Otherwise the last value before the event. */
    long clock;

    boolean sync;
    /**
     * How often the event happened: 1, unless the stream is {@linkplain #grouped grouped}. A loop over the same objects
     * is predicted as iterations over the same events; then the first iteration stands for all of them, and the rest
     * are not decoded.
     */
    int times = 1;
    /** The event's slot in {@link #predictor}, where users may keep notes. */
    int slot;
    /**
     * Whether the stream ended before its thread did: a chunk is damaged or missing. Then no event of any thread after
     * {@link #clock} is used, because one that it depends on may be missing.
     */
    boolean broken;

    final Predictor predictor = new Predictor();
    private final EventChunks file;
    private final List<EventChunks.Chunk> chunks;
    private final int siteLimit;

    /** Whether iterations are decoded once; for users that do not need the order of a thread's predicted accesses. */
    private boolean grouped;
    /** Predicted events still to come of the iteration that stands for several. */
    private int groupedEvents;
    /** For how many iterations it stands. */
    private int iterations;

    private int nextChunk;
    private EventChunks.Chunk chunk;
    private byte[] bytes = {};
    private int position;
    private int recordStart;
    private int hits;
    private int flags = NONE;
    private long siteStep;
    private long idStep;
    private long indexStep;
    private long clockStep;
    private boolean over;

    private static final int NONE = -1;

    ThreadStream(EventChunks file, List<EventChunks.Chunk> chunks, int siteLimit) {
        this.file = file;
        this.chunks = chunks;
        this.siteLimit = siteLimit;
        this.clock = chunks.get(0).clock();
    }

    /** From here on, iterations over the same events are decoded once, see {@link #times}. */
    ThreadStream grouped() {
        grouped = true;
        return this;
    }

    /** Steps to the next event; false at the end. */
    boolean next() throws IOException {
        while (true) {
            if (hits > 0) {
                hits--;
                times = groupedEvents > 0 ? iterations : 1;
                groupedEvents--;
                return predicted();
            }
            if (flags > 0) {
                times = 1;
                return mispredicted();
            }
            if (flags == 0) {
                flags = NONE;
                if (clockStep >= TraceFormat.CLOCK_LIMIT - clock) {
                    return breakOff();
                }
                clock += clockStep;
            }
            if (over || !record()) {
                over = true;
                if (hits == 0) {
                    return false;
                }
            }
            groupedEvents = 0;
            if (grouped) {
                group();
            }
        }
    }

    /**
     * Steps to the next record without decoding its events: only how many there are, at {@link #clock}; -1 at the end.
     * For a stream of its own, on which {@link #next} is not called.
     */
    int skim() throws IOException {
        if (over) {
            return -1;
        }
        int events = 0;
        if (flags != NONE) {
            if (clockStep >= TraceFormat.CLOCK_LIMIT - clock) {
                breakOff();
                return -1;
            }
            events = flags > 0 ? 1 : 0;
            clock += clockStep;
        }
        flags = NONE;
        hits = 0;
        over = !record();
        return events + hits;
    }

    /**
     * Checks whether the predicted events are iterations of a loop: they return to the first one, and no object or
     * index changes. Then one more iteration leaves the predictor as it was, so all but one can be left out.
     */
    private void group() {
        long[] slots = predictor.slots;
        int first = Predictor.next(slots[slot]);
        int at = first;
        int length = 0;
        do {
            boolean moves = slots[at + ID_STRIDE] != 0 || (int) slots[at + INDEX] != 0;
            boolean breaks = at == Predictor.NOWHERE || slots[at + ID] < 0 || slots[at + ID] >= ID_LIMIT;
            if (moves || breaks || ++length * 2 > hits) {
                return;
            }
            at = Predictor.next(slots[at]);
        } while (at != first);
        groupedEvents = length;
        iterations = hits / length;
        hits -= (iterations - 1) * length;
    }

    private boolean predicted() {
        long[] slots = predictor.slots;
        int at = Predictor.next(slots[slot]);
        if (at == Predictor.NOWHERE) {
            return breakOff();
        }
        if (slots[at + ID] < 0 || slots[at + ID] >= ID_LIMIT) {
            return breakOff();
        }
        slot = at;
        site = Predictor.site(slots[at + HEAD]);
        id = slots[at + ID];
        index = (int) (slots[at + INDEX] >> 32);
        slots[at + ID] = id + slots[at + ID_STRIDE];
        long word = slots[at + INDEX];
        slots[at + INDEX] = word + (word << 32);
        sync = false;
        return true;
    }

    private boolean mispredicted() {
        int at = Predictor.next(predictor.slots[slot]);
        if ((flags & TraceFormat.FLAG_SITE) != 0) {
            long number = predictor.base(slot) + siteStep;
            if (number < -TraceFormat.PLACELESS || number >= siteLimit) {
                return breakOff();
            }
            at = predictor.slot((int) number);
        }
        if (at == Predictor.NOWHERE) {
            return breakOff();
        }
        long[] slots = predictor.slots;
        long newId = slots[at + ID];
        if ((flags & TraceFormat.FLAG_ID) != 0) {
            newId = idStep == 0 ? predictor.lastId(slot) : newId + idStep;
        }
        boolean late = (flags & TraceFormat.FLAG_SYNC) != 0 && clockStep >= TraceFormat.CLOCK_LIMIT - clock;
        if (newId < 0 || newId >= ID_LIMIT || late) {
            return breakOff();
        }
        int newIndex = (int) (slots[at + INDEX] >> 32);
        if ((flags & TraceFormat.FLAG_INDEX) != 0) {
            newIndex += (int) indexStep;
        }
        predictor.learn(at, newId, newIndex);
        predictor.link(slot, at);
        slot = at;
        site = Predictor.site(slots[at + HEAD]);
        id = newId;
        index = newIndex;
        sync = (flags & TraceFormat.FLAG_SYNC) != 0;
        clock += sync ? clockStep : 0;
        flags = NONE;
        return true;
    }

    /** No recorder writes this: a class was not defined, or the bytes are not those that were written. */
    private boolean breakOff() {
        broken = true;
        over = true;
        hits = 0;
        flags = NONE;
        return false;
    }

    /** Reads the next whole record; false when there is none, {@code hits} may then still be set. */
    private boolean record() throws IOException {
        while (true) {
            recordStart = position;
            if (position < bytes.length && bytes[position] != 0) {
                if (parse()) {
                    return true;
                }
                flags = NONE;
                hits = 0;
                // Half a record is what a killed program leaves; in a chunk that was closed it means damage.
                return chunk.length() > 0 ? breakOff() : endOfOpenChunk();
            }
            if (chunk != null && (chunk.length() == 0 || bytes.length < chunk.length() || position < bytes.length)) {
                return chunk.length() > 0 ? breakOff() : endOfOpenChunk();
            }
            if (nextChunk == chunks.size()) {
                broken |= site != TraceFormat.placeless(EventKind.END);
                return false;
            }
            chunk = chunks.get(nextChunk++);
            byte[] content = file.records(chunk);
            if (content == null) {
                bytes = new byte[0];
                position = 0;
                return breakOff();
            }
            bytes = content;
            position = 0;
        }
    }

    /** The thread's last chunk, as it was when the program ended. */
    private boolean endOfOpenChunk() {
        if (nextChunk < chunks.size() || bytes.length < chunk.size() - TraceFormat.CHUNK_HEADER) {
            return breakOff();
        }
        if (chunk.pendingAt() == recordStart && chunk.pending() > 0 && chunk.pending() <= TraceFormat.MAX_HITS) {
            hits = chunk.pending();
        }
        return false;
    }

    private boolean parse() {
        int tag = bytes[position++];
        hits = (tag >> 4 & 0xF) - 1;
        flags = tag & 0xF;
        if (hits < 0) {
            return false;
        }
        if (hits == TraceFormat.MANY_HITS - 1) {
            long many = number();
            hits = many < 0 || many > TraceFormat.MAX_HITS ? -1 : (int) many;
        }
        siteStep = (flags & TraceFormat.FLAG_SITE) != 0 ? signed() : 0;
        idStep = (flags & TraceFormat.FLAG_ID) != 0 ? signed() : 0;
        indexStep = (flags & TraceFormat.FLAG_INDEX) != 0 ? signed() : 0;
        clockStep = (flags & TraceFormat.FLAG_SYNC) != 0 || flags == 0 ? number() : 0;
        return position <= bytes.length && hits >= 0 && clockStep >= 0;
    }

    private long signed() {
        long number = number();
        return number >>> 1 ^ -(number & 1);
    }

    /** Beyond the end it moves {@code position} there, which {@link #parse} checks. */
    private long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position >= bytes.length) {
                position = bytes.length + 1;
                return 0;
            }
            byte next = bytes[position++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        position = bytes.length + 1;
        return 0;
    }
}
